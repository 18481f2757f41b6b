Feature: Export of members of a rowing club

  Scenario: Members are exported singly, by a filter and by choice, and the filter outlives saving
    Given I open "/admin/"
    And I type "secretary" into the field "Username"
    And I type "sculls-and-sweeps" into the field "Password"
    And I click the button "Log in"
    And I wait until the page title contains "Site administration"
    And I open "/admin/members/member/"
    When I click the link "Gethin Price"
    And I wait until I see the link "Today"
    And I click the button "Export"
    And I wait until I see "Export 1 selected item."
    And I untick the checkbox "Email"
    And I choose "json" from the list "Format"
    And I click the button "Submit"
    Then the file "members.json" was downloaded containing "Gethin Price"
    When I open "/admin/members/member/"
    And I click the link "Lapsed"
    And I wait until I see "4 members"
    And I click the link "Mateo Salas"
    And I wait until I see the link "Today"
    And I type "Quad" into the field "Squad"
    And I click the button "Save"
    Then I see "4 members"
    And the row containing "Mateo Salas" shows "Quad" in the column "Squad"
    When I click the link "Export"
    And I wait until I see the button "Submit"
    And I choose "csv" from the list "Format"
    And I click the button "Submit"
    Then the file "members.csv" was downloaded with:
      """
      id,name,email,squad,standing,joined
      2,Bryony Castell,bryony@lindow.example,Eight,lapsed,2021-04-24
      5,Edwin Okafor,edwin@lindow.example,Eight,lapsed,2021-09-18
      9,Ishaan Kulkarni,ishaan@lindow.example,Quad,lapsed,2022-04-02
      13,Mateo Salas,mateo@lindow.example,Quad,lapsed,2022-10-15
      """
    When I open "/admin/members/member/?squad=Pair"
    And I tick the checkbox "Select this object for an action - Delphine Roux"
    And I tick the checkbox "Select this object for an action - Jorunn Vik"
    And I choose "Export selected members" from the list "Action"
    And I click the button "Go"
    And I wait until I see "Export 2 selected items."
    And I choose "csv" from the list "Format"
    And I click the button "Submit"
    Then the file "members.csv" was downloaded with:
      """
      id,name,email,squad,standing,joined
      4,Delphine Roux,delphine@lindow.example,Pair,novice,2021-07-31
      10,Jorunn Vik,jorunn@lindow.example,Pair,full,2022-05-21
      """
