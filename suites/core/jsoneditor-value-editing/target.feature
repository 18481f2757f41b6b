Feature: Values of a settings tree

  Scenario: Codes that look like numbers of another base stay as they are typed
    Given I open "/"
    And I click the text "none" in the section "Edit"
    And I press "Control+A"
    And I type "0042"
    And I press "Tab"
    When I click the text "not set" in the section "Edit"
    And I press "Control+A"
    And I type "0x1F"
    And I press "Tab"
    And I click the text "LED-7" in the section "Edit"
    And I press "Control+A"
    And I type "0b101"
    And I press "Tab"
    And I click the button "Save settings"
    And I wait until I see the message "Settings sent"
    Then the row containing "platform / door code" shows "0042" in the column "Value"
    And the row containing "board / bus address" shows "0x1F" in the column "Value"
    And the row containing "board / bus address" shows "text" in the column "Kind"
    When I reload the page
    Then I see the text "0x1F" in the section "Edit"
    And the row containing "board / model" shows "0b101" in the column "Value"
