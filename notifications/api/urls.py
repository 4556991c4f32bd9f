"""Where the API's part about mail is, below /api/v1/."""

from django.urls import path

from notifications.api import views

urlpatterns = [
    path("me/preferences", views.PreferencesView.as_view(), name="preferences"),
    path("unsubscribe/<str:token>", views.UnsubscribeView.as_view(), name="unsubscribe"),
]
