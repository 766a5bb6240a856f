"""The benchmark: named tasks with fixed opponents and seeds, results as files, and a leaderboard made of them."""
