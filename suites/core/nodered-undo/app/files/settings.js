// One editor without accounts, tours and news from outside.
module.exports = {
  credentialSecret: 'only for this sandbox',
  editorTheme: { tours: false },
  externalModules: { autoInstall: false, palette: { allowInstall: false } },
  flowFile: 'flows.json',
  logging: { console: { level: 'warn' } },
  telemetry: { enabled: false, updateNotification: false },
  uiHost: '127.0.0.1',
  uiPort: 13200,
};
