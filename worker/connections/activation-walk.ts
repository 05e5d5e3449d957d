type Walk = {
  /** The first named service that still needs an account; null when nothing is left (§4.10). */
  next: string | null
  /** "Step 2 of 3", counted over the named services that have to be connected at all. */
  step: number
  steps: number
  /** Whether another service still waits once `next` is connected. */
  more: boolean
}

type Given = {
  /** As they were asked for; a service named twice asks for two accounts. */
  names: readonly string[]
  /** Services that are built in and need no account. */
  builtIn: ReadonlySet<string>
  /** Working accounts of the user for each service. */
  accounts: ReadonlyMap<string, number>
  /** Asks for the first one again although it is connected: to repair it or to add an account. */
  reconnect?: boolean
}

/** Which service comes next: the first, in the order asked for, that has fewer working accounts than it is named. */
export function nextActivationStep({ names, builtIn, accounts, reconnect = false }: Given): Walk {
  const needed = names.filter((name) => !builtIn.has(name))
  const seen = new Map<string, number>()
  const open = needed.flatMap((name, index) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth > (accounts.get(name) ?? 0) ? [index] : []
  })
  const first = reconnect && needed.length > 0 ? 0 : open[0]
  if (first === undefined) return { next: null, step: needed.length, steps: needed.length, more: false }
  return {
    next: needed[first] ?? null,
    step: first + 1,
    steps: needed.length,
    more: open.some((index) => index !== first),
  }
}
