"""The prospects of one seat, as far as it can see: pages and emails show them, each in its own form.

`ways` computes how far a ticket is from completion, and which routes bring it nearer; `ticket_status` describes that
for each ticket; for tickets that take cards, `track` says how many are paid for together, `stretches` names missing
routes. `claims`, `rows` and `draws` order the possible moves by usefulness, and `helped_tickets` names the tickets a
move helps; `gains` computes what a claim scores. All of it reads a `viewpoint`: what one viewer may know.
"""
