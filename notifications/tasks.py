"""Celery's entrances. Each may be lost, run late or run twice: what is due is in the rows."""

from celery import shared_task
from django.utils import timezone

from notifications import monitoring, wake_up
from notifications.drawing import DrawingTime
from notifications.outbox import delivery, queue
from notifications.outbox.delivery import Progress
from notifications.policy import reminders


@shared_task(name=wake_up.DELIVER)
def deliver() -> None:
    """Sends what is due, a batch at a time, until nothing is. Whoever comes meanwhile leaves it to the one who sends.

    What became due just before that one was done is looked for once more afterwards, so that it need not wait.
    """
    wake_up.heard()
    progress, drawing_time = Progress.MORE, DrawingTime()
    while progress is not Progress.DOWN and queue.is_due(now=timezone.now()):
        with queue.alone() as mine:
            if not mine:
                return
            progress = Progress.MORE
            while progress is Progress.MORE:
                progress = delivery.deliver_due(
                    now=timezone.now(),
                    limit=delivery.size_of_batch(drawing_time),
                    lines=delivery.LINES,
                    drawing_time=drawing_time,
                )


@shared_task(name="notifications.tasks.sweep")
def sweep() -> None:
    """Catches up with whatever a lost wake-up, a dead worker or a silent server left behind, and throws away what is
    long past.
    """
    deliver()
    queue.prune(now=timezone.now())


@shared_task(name="notifications.tasks.watch")
def watch() -> None:
    """Says in the log what is overdue."""
    monitoring.tell(timezone.now())


@shared_task(name="notifications.tasks.remind")
def remind() -> None:
    """Notes the reminders that are due, and sends them."""
    if reminders.note_due(now=timezone.now()):
        deliver()
