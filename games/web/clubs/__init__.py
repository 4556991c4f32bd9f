"""Pages of clubs, over the services of `games.competitions.clubs`.

`listed` has the reader's clubs and the public ones, `club` a club's own page, `members` what its hosts decide about
people, `announcements` what they tell the members, `forms` and `creation` founding and changing a club, `link` the
page of its link.
"""
