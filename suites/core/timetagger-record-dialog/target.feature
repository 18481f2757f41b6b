Feature: The dialog of a time record

  Scenario: Typing the stop time leaves the start time alone
    Given these elements have names:
      | name       | css                                                           |
      | start day  | input[type=date]:not(input[type=date] ~ input)                |
      | start time | input[type=date]:not(input[type=date] ~ input) + span > input |
      | stop time  | input[type=date] ~ input[type=date] + span > input            |
    And I open "/timetagger/login"
    And I type "ilse" into the field "username"
    And I type "kiln-43" into the field "password"
    And I click the button "Submit"
    And I wait until the page address ends with "/timetagger/app/"
    And I wait until I do not see "Login" within 20 seconds
    When I press "s"
    And I click the radio button "Already done"
    And I type "Glaze the bowls #studio" into the field "What have you done?"
    And I type "2024-03-06" into the field "start day"
    And I click the field "start time"
    And I press "Control+A"
    And I type "09:00"
    And I press "Tab"
    And I wait until the field "start time" has the value "09:00"
    And I click the field "stop time"
    And I press "Control+A"
    And I type "11:30"
    And I press "Tab"
    Then the field "stop time" has the value "11:30"
    And the field "start time" has the value "09:00"
    When I click the button "Create"
    And I wait until I do not see the button "Create"
    And I press "f"
    And I type "Glaze" into the field "Tags or text to search for ..."
    And I click the button "Search"
    And I click the text "Glaze the bowls"
    Then the field "start time" has the value "09:00"
    And the field "stop time" has the value "11:30"
