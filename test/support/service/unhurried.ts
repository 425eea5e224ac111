// Settings that every service of a test has. A busy machine is no overload of the service, a disk that is late no fault of the audit, and an
// import that gives way to all else would never end there.

export const unhurried = {
  CONFERE_LIMITS_WAIT_MS_MAX: '60000',
  CONFERE_AUDIT_DEADLINE_MS: '10000',
  CONFERE_REGISTRY_IMPORT_PRIORITY: 'normal',
};
