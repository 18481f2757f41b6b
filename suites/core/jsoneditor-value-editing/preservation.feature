Feature: Values of a settings tree

  Scenario: Numbers, words, yes-or-no values and leading zeros are recognised
    Given I open "/"
    When I click the text "60" in the section "Edit"
    And I press "Control+A"
    And I type "75.5"
    And I press "Tab"
    And I click the text "not set" in the section "Edit"
    And I press "Control+A"
    And I type "31"
    And I press "Tab"
    And I click the text "LED-7" in the section "Edit"
    And I press "Control+A"
    And I type "true"
    And I press "Tab"
    And I click the text "Ilse Brandt" in the section "Edit"
    And I press "Control+A"
    And I type "7 bells"
    And I press "Tab"
    And I click the text "none" in the section "Edit"
    And I press "Control+A"
    And I type "007"
    And I press "Tab"
    And I click the text "Weaver Street" in the section "Edit"
    And I press "Control+A"
    And I type "-4e2"
    And I press "Tab"
    And I click the text "B" in the section "Edit"
    And I press "Control+A"
    And I type "0"
    And I press "Tab"
    And I click the button "Save settings"
    And I wait until I see the message "Settings sent"
    And I reload the page
    Then the table "Sent to the boards" contains exactly:
      | Setting              | Value   | Kind      |
      | station              | -400    | number    |
      | board / model        | true    | yes or no |
      | board / bus address  | 31      | number    |
      | board / brightness   | 75.5    | number    |
      | board / night mode   | false   | yes or no |
      | platform / letter    | 0       | number    |
      | platform / announcer | 7 bells | text      |
      | platform / door code | 007     | text      |
