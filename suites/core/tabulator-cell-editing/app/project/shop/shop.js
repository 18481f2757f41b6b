const said = document.querySelector('#said');

const table = new Tabulator('#prices', {
  ajaxURL: '/api/prices',
  layout: 'fitColumns',
  columnDefaults: { editor: 'input', headerSort: false },
  columns: [
    { title: 'Product', field: 'product' },
    { title: 'Grower', field: 'grower' },
    { title: 'Unit', field: 'unit' },
    { title: 'Price', field: 'price', hozAlign: 'right' },
  ],
  // Cells are marked and copied as in a spreadsheet, so a single click must not open an editor.
  clipboard: true,
  clipboardCopyRowRange: 'range',
  editTriggerEvent: 'dblclick',
  selectableRange: 1,
});

table.on('cellEdited', async (cell) => {
  const row = cell.getData();
  const response = await fetch(`/api/prices/${row.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ [cell.getField()]: cell.getValue() }),
  });
  said.textContent = response.ok ? `Kept: ${row.product}` : `Not kept: ${row.product}`;
});
