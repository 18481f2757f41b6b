// The form of an expense claim; the number of expenses is up to the employee.
export default {
  type: 'default',
  id: 'claim',
  schemaVersion: 16,
  components: [
    { type: 'textfield', id: 'employee', key: 'employee', label: 'Employee', validate: { required: true } },
    { type: 'textfield', id: 'trip', key: 'trip', label: 'Trip' },
    {
      type: 'dynamiclist',
      id: 'expenses',
      path: 'expenses',
      label: 'Expenses',
      isRepeating: true,
      allowAddRemove: true,
      defaultRepetitions: 2,
      nonCollapsedItems: 2,
      showOutline: true,
      components: [
        { type: 'textfield', id: 'what', key: 'what', label: 'What for' },
        { type: 'number', id: 'amount', key: 'amount', label: 'Amount' },
      ],
    },
    { type: 'button', id: 'submit', label: 'Submit claim', action: 'submit' },
  ],
};
