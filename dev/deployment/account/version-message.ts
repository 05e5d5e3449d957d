/** The message of a version. The API Worker's says which Runner's Worker it was deployed with. */
export function versionMessage(hash: string, runnerHash?: string): string {
  return `Switchyard ${hash}${runnerHash === undefined ? '' : ` with Runner ${runnerHash}`}`
}

/** Null in the message of any other version. */
export function runnerHashIn(message: string): string | null {
  return / with Runner ([0-9a-f]{20})$/.exec(message)?.[1] ?? null
}
