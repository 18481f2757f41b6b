from django.shortcuts import get_object_or_404, render

from walks.models import Walk


def index(request):
    return render(request, "walks/index.html", {"walks": Walk.objects.all()})


def walk(request, slug):
    chosen = get_object_or_404(Walk.objects.prefetch_related("stops"), slug=slug)
    return render(request, "walks/walk.html", {"walk": chosen})
