"""The talk of players at a table, which is kept apart from the log so that it can be erased.

A line is plain text, numbered within its game; the game's row has the last number, which tells a reader whether
anything is new. `new_lines` adds lines, alone or with a move; `rights` decides who may read and write; `talk_lines`
finds lines, and which of them are new to a player, without those of players whom the reader has muted (`TalkMute`);
`reports` shows lines to an admin. `nudges` reminds a player that the others wait.

What players say about secrets is up to them: nothing here reads a position or adds anything to a line.
"""
