"""The kinds of pages that editors can make."""

from django.db import models
from modelcluster.fields import ParentalKey
from wagtail.admin.panels import FieldPanel, InlinePanel
from wagtail.contrib.forms.models import AbstractForm, AbstractFormField
from wagtail.models import Page


class WelcomePage(Page):
    """The front page."""

    news = models.TextField(blank=True)
    content_panels = [*Page.content_panels, FieldPanel("news")]


class Question(AbstractFormField):
    """One question of a form."""

    page = ParentalKey("RequestPage", on_delete=models.CASCADE, related_name="form_fields")


class RequestPage(AbstractForm):
    """A form that visitors send to the hall's committee."""

    hint = models.TextField(blank=True)
    content_panels = [
        *AbstractForm.content_panels,
        FieldPanel("hint"),
        InlinePanel("form_fields", label="Question"),
    ]
    template = "hall/request_page.html"
    landing_page_template = "hall/request_sent.html"
