from import_export.resources import ModelResource

from members.models import Member


class MemberResource(ModelResource):
    class Meta:
        model = Member
        fields = ["id", "name", "email", "squad", "standing", "joined"]
        name = "Member list"
