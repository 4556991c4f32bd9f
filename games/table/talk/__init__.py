"""What players say at a table: beside the log and never in it, so that it can be erased.

A line is plain text, numbered within its game; the game's row has the last number, so that a reader learns from it that
nothing is new. `new_lines` says one, by itself or with a move; `rights` knows who may read and write; `talk_lines`
finds lines, and what of them is new to a player; `mutes` is for players who would rather not read another; `reports`
shows lines to an admin. `nudges` says without words that the others wait.

What players say about secrets is their affair: nothing here looks at a position or adds anything to a line.
"""
