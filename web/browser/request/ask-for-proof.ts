type Asker = () => Promise<boolean>
const asker = Promise.withResolvers<Asker>()
let asking: Promise<boolean> | null = null

/** Who asks users to show that it is them: the page that composes all features. */
export function setProofAsker(ask: Asker): void {
  asker.resolve(ask)
}

/** Asks once for all calls that wait. */
export function askForProof(): Promise<boolean> {
  asking ??= asker.promise
    .then((ask) => ask())
    .finally(() => {
      asking = null
    })
  return asking
}
