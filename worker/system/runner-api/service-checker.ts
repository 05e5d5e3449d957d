/** A fault of a service's file, and where it is: `['triggers', 0, 'request']`. */
export type FileProblem = { path: readonly (string | number)[]; message: string }

/** `document`: the file's JSON as it is to be kept. */
export type CheckedFile = { kind: 'right'; document: unknown } | { kind: 'wrong'; problems: FileProblem[] }

/**
 * Finds all that is wrong with a service's file, of our own format or a manifest of IFTTT's protocol. `document`: its
 * JSON; `allowed_hosts`: the setting SERVICE_HOSTS.
 */
export type ServiceChecker = {
  checkServiceFile(document: unknown, allowed_hosts: readonly string[]): Promise<CheckedFile>
}
