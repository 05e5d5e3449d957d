/** A place that an Applet's author fixed for everyone: where a step sends something, or what it asks. */
export type FixedDestination = {
  /** "{id}.{slug}" of the field. */
  key: string
  step_name: string
  service_name: string
  label: string
  /** In short: an address as its host, with its path where that holds no secret; a channel or recipient as it is. */
  value: string
  /** It is an address at a host that is not the service's own. */
  outside: boolean
  /** What it gets, such as "the whole body of your requests, the title". */
  sent: string
}

/** A step that another version of an Applet has, lost, or has differently. No secret is shown. */
export type StepChange = {
  /** Such as "Webhooks: Make a web request". */
  step: string
  kind: 'added' | 'removed' | 'changed'
  /** `before`, `after`: null for nothing. */
  lines: { label: string; before: string | null; after: string | null }[]
}

/** What an Applet's user gets with its author's newest version. */
export type VersionUpdate = {
  changes: StepChange[]
  /** Places that are new, or get something else than before: the page asks about each. */
  destinations: FixedDestination[]
}

/** Says where something goes, and what, in one sentence. */
export function destinationSentence(destination: FixedDestination): string {
  return `${destinationName(destination)} gets ${destination.sent}.`
}

/** Such as "Address: example.test (not of Webhooks)". */
export function destinationName({ label, value, outside, service_name }: FixedDestination): string {
  return `${label}: ${value}${outside ? ` (not of ${service_name})` : ''}`
}
