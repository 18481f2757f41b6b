Feature: The profile of a reader

  Scenario: All addresses of a reader's devices are kept
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
    When I type "nadia-tablet@books.example, nadia-reader@books.example" into the field "e-reader address"
    And I click the button "Save"
    And I wait until I see "Success! Profile Updated"
    And I open "/"
    And I wait until I see the heading "Books"
    And I open "/me"
    And I wait until I see the heading "nadia's Profile"
    Then the field "e-reader address" has the value "nadia-tablet@books.example,nadia-reader@books.example"
    And the field "Email" has the value "nadia@reading.example"
