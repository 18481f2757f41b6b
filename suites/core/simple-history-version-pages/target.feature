Feature: Version history of instruments

  Scenario: From an old version the history leads back to the list of versions
    Given these elements have names:
      | name                      | css                           |
      | History above the version | ul.object-tools a.historylink |
    And I open "/admin/"
    And I type "ottilie" into the field "Username"
    And I type "cone-ten-reduction" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    And I open "/admin/instruments/instrument/"
    And I click the link "Viscometer"
    And I type "Test bench" into the field "Room"
    And I click the button "Save"
    And I wait until I see "was changed successfully"
    When I click the link "Viscometer" in the row containing "Test bench"
    And I click the link "History"
    And I wait until I see the heading "Change history: Viscometer"
    And I click the link "Viscometer" in the row containing "Created"
    And I wait until I see the button "Revert"
    And I click the link "History above the version"
    Then I see the heading "Change history: Viscometer"
    And the row containing "Created" shows "Glaze room"
    And the row containing "Test bench" shows "Changed" in the column "Comment"
