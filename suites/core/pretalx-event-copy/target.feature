Feature: Event creation

  @procedure
  Scenario: I am signed in as "<email>" with the password "<password>"
    Given I open "/orga/login/?next=/orga/event/new/"
    When I type "<email>" into the field "Email address"
    And I type "<password>" into the field "Password"
    And I click the button "Log in"
    And I wait until I see "Ines Duarte"

  Scenario: A question to choose from is copied with its answers
    Given these elements have names:
      | name          | css                      |
      | event name    | [name="basics-name_0"]   |
      | first answer  | [name="form-0-answer_0"] |
      | second answer | [name="form-1-answer_0"] |
      | third answer  | [name="form-2-answer_0"] |
    And I am signed in as "ines@harbour.example" with the password "lantern-fish-4"
    And I wait until I see "Step 1 of 5"
    When I tick the checkbox "English"
    And I click the button "Next step"
    And I wait until I see "Step 2 of 5"
    And I type "Tide Days 2028" into the field "event name"
    And I type "tide28" into the field "Short form"
    And I type "crew@harbour.example" into the field "Organiser email address"
    And I click the button "Next step"
    And I wait until I see "Step 3 of 5"
    And I type "2028-05-06" into the field "Event start date"
    And I type "2028-05-07" into the field "Event end date"
    And I click the button "Next step"
    And I wait until I see "Step 4 of 5"
    And I click the button "Next step"
    And I wait until I see "Step 5 of 5"
    And I click the radio button "Tide Days 2027"
    And I click the button "Next step"
    And I wait until I see "Your event has been created"
    And I open "/orga/event/tide28/cfp/questions/"
    And I wait until the row containing "Shirt size" shows "per speaker"
    And I click the link "Shirt size"
    And I wait until I see "Choose one from a list"
    And I open "/orga/event/tide28/cfp/questions/3/edit"
    And I wait until I see the heading "Question: Shirt size"
    Then the field "first answer" has the value "Narrow"
    And the field "second answer" has the value "Roomy"
    And the field "third answer" has the value "Oilskin"
