/** A draft has no Applet: its test runs are kept under minus its id. */
export function appletIdOfDraft(draft_id: number): number {
  return -draft_id
}

/** The draft of a run that is kept so; null for the run of an Applet. */
export function draftIdOf(applet_id: number): number | null {
  return applet_id < 0 ? -applet_id : null
}
