"""The engines in which the stories run: Chromium by Playwright, Firefox and WebKit by W3C WebDriver.

A story is a test that runs `in_every_engine`, and takes `engine`, or `context` and `page`, from `conftest.py`. It is
written against `interface`: Playwright's own classes match that as they are, and those of `elements` by commands of
WebDriver, which `protocols` sends to Firefox (Marionette) and to WebKitWebDriver (HTTP). `launch` starts the browsers.
"""
