"""A league: a learner meets a pool of scripted, past and exploiting agents, the hard ones most often.

``ctv lab league FOLDER [key=value ...]``; see ``docs/league.md``.
"""
