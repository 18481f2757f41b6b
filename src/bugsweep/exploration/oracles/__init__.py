"""Properties that any web app must keep, each judged on recorded steps."""

from bugsweep.exploration.oracles.api import Oracle
from bugsweep.exploration.oracles.bulk_touches_the_chosen import BulkTouchesTheChosenOracle
from bugsweep.exploration.oracles.cancel_keeps import CancelKeepsOracle
from bugsweep.exploration.oracles.controls_have_effect import ControlsHaveEffectOracle
from bugsweep.exploration.oracles.controls_reachable import ControlsReachableOracle
from bugsweep.exploration.oracles.copies_equal import CopiesEqualOracle
from bugsweep.exploration.oracles.counters_follow import CountersFollowOracle
from bugsweep.exploration.oracles.created_is_listed import CreatedIsListedOracle
from bugsweep.exploration.oracles.deleted_is_gone import DeletedIsGoneOracle
from bugsweep.exploration.oracles.dragged_lands import DraggedLandsOracle
from bugsweep.exploration.oracles.edit_leaves_others import EditLeavesOthersOracle
from bugsweep.exploration.oracles.edit_takes_effect import EditTakesEffectOracle
from bugsweep.exploration.oracles.files_stay_whole import FilesStayWholeOracle
from bugsweep.exploration.oracles.folding_keeps import FoldingKeepsOracle
from bugsweep.exploration.oracles.formatting_keeps_text import FormattingKeepsTextOracle
from bugsweep.exploration.oracles.forms_show_their_own import FormsShowTheirOwnOracle
from bugsweep.exploration.oracles.links_lead_somewhere import LinksLeadSomewhereOracle
from bugsweep.exploration.oracles.no_faults import NoFaultsOracle
from bugsweep.exploration.oracles.opposites_restore import OppositesRestoreOracle
from bugsweep.exploration.oracles.pages_partition import PagesPartitionOracle
from bugsweep.exploration.oracles.resave_changes_nothing import ResaveChangesNothingOracle
from bugsweep.exploration.oracles.returns_to_the_same import ReturnsToTheSameOracle
from bugsweep.exploration.oracles.rows_keep_order import RowsKeepOrderOracle
from bugsweep.exploration.oracles.search_finds import SearchFindsOracle
from bugsweep.exploration.oracles.shut_out_is_out import ShutOutIsOutOracle
from bugsweep.exploration.oracles.sort_orders import SortOrdersOracle
from bugsweep.exploration.oracles.survives_reload import SurvivesReloadOracle
from bugsweep.exploration.oracles.taken_out_is_out import TakenOutIsOutOracle
from bugsweep.exploration.oracles.text_as_typed import TextAsTypedOracle
from bugsweep.exploration.oracles.typed_is_kept import TypedIsKeptOracle
from bugsweep.exploration.oracles.typing_leaves_others import TypingLeavesOthersOracle
from bugsweep.exploration.oracles.values_come_back import ValuesComeBackOracle
from bugsweep.exploration.oracles.views_agree import ViewsAgreeOracle

ORACLES: dict[str, type[Oracle]] = {
    oracle.name: oracle
    for oracle in (
        NoFaultsOracle,
        CreatedIsListedOracle,
        SurvivesReloadOracle,
        ValuesComeBackOracle,
        ResaveChangesNothingOracle,
        EditTakesEffectOracle,
        EditLeavesOthersOracle,
        DeletedIsGoneOracle,
        CancelKeepsOracle,
        SearchFindsOracle,
        SortOrdersOracle,
        PagesPartitionOracle,
        CountersFollowOracle,
        TextAsTypedOracle,
        TypedIsKeptOracle,
        ReturnsToTheSameOracle,
        BulkTouchesTheChosenOracle,
        ViewsAgreeOracle,
        ShutOutIsOutOracle,
        TypingLeavesOthersOracle,
        LinksLeadSomewhereOracle,
        FilesStayWholeOracle,
        FoldingKeepsOracle,
        RowsKeepOrderOracle,
        TakenOutIsOutOracle,
        DraggedLandsOracle,
        FormsShowTheirOwnOracle,
        CopiesEqualOracle,
        OppositesRestoreOracle,
        FormattingKeepsTextOracle,
        ControlsHaveEffectOracle,
        ControlsReachableOracle,
    )
}

__all__ = ["ORACLES", "Oracle"]
