Feature: Updates of a ticket

  Scenario: A ticket is given back to nobody while it is answered
    Given I open "/login/?next=/tickets/1/"
    And I type "rosa" into the field "Username"
    And I type "lamp-post-5" into the field "Password"
    And I click the button "Login"
    And I wait until I see "Lamp on Mill Lane flickers"
    And I wait until the row containing "Assigned To" shows "Rosa Meijer"
    When I type "Back to the pool, I am on leave." into the field "Comment / Resolution"
    And I click the button "Change Further Details"
    And I choose "Unassign" from the list "Owner"
    And I click the button "Update This Ticket"
    And I wait until I see "Back to the pool, I am on leave."
    Then the row containing "Assigned To" shows "Unassigned"
    And the row containing "Assigned To" does not show "Rosa Meijer"
    When I open "/tickets/1/"
    Then the row containing "Assigned To" shows "Unassigned"
