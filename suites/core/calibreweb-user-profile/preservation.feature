Feature: The profile of a reader

  Scenario: One address is kept, none is none, and a wrong one among several is refused
    Given these elements have names:
      | name              | css                |
      | e-reader address  | [name=kindle_mail] |
    And I open "/login"
    And I type "nadia" into the field "Username"
    And I type "Canal-boat-7" into the field "Password"
    And I click the button "Login"
    And I wait until I see the heading "Books"
    And I open "/me"
    And I wait until I see the heading "nadia's Profile"
    When I type "nadia-reader@books.example" into the field "e-reader address"
    And I click the button "Save"
    And I wait until I see "Success! Profile Updated"
    And I open "/me"
    Then the field "e-reader address" has the value "nadia-reader@books.example"
    When I type "nadia-tablet@books.example, not an address" into the field "e-reader address"
    And I click the button "Save"
    Then I see "Invalid Email address format"
    When I open "/me"
    Then the field "e-reader address" has the value "nadia-reader@books.example"
    When I clear the field "e-reader address"
    And I tick the checkbox "Show Author Section"
    And I click the button "Save"
    And I wait until I see "Success! Profile Updated"
    And I open "/me"
    Then the field "e-reader address" is empty
    And the checkbox "Show Author Section" is ticked
    And the field "Email" has the value "nadia@reading.example"
