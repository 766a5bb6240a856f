"""The report of ``ctv report``: where and how an agent wins against an opponent, beside a reference in its place."""
