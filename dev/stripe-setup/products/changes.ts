/** The changes of one run, in words. When it only plans, nothing is done. */
export type Changes = ReturnType<typeof recordChanges>

export function recordChanges(planOnly: boolean) {
  const made: string[] = []
  const notes: string[] = []
  return {
    made,
    /** Notes on what a person has to do or know. */
    notes,
    note: (text: string) => void notes.push(text),
    /** Records the change and does it. When only planning, returns `planned` instead. */
    async make<T>(text: string, work: () => Promise<T>, planned: T): Promise<T> {
      made.push(text)
      return planOnly ? planned : work()
    },
  }
}
