import type { FaultKind } from '../data/fault.ts'

type Choice = { label: string; fault: FaultKind; afterwards?: true }

/** The faults that a service can be told to show instead of answering well, by the values of forms. */
export const FAULT_CHOICES: Record<string, Choice> = {
  down: { label: 'Answer 503', fault: { kind: 'status', status: 503 } },
  broken: { label: 'Answer 500', fault: { kind: 'status', status: 500 } },
  limited: { label: 'Answer 429, come back in 30 s', fault: { kind: 'status', status: 429, retry_after: 30 } },
  limited_for_now: { label: 'Answer 429 without a time', fault: { kind: 'status', status: 429 } },
  signed_out: { label: 'Answer 401', fault: { kind: 'status', status: 401 } },
  forbidden: { label: 'Answer 403', fault: { kind: 'status', status: 403 } },
  refused: { label: 'Answer 400', fault: { kind: 'status', status: 400 } },
  slow: { label: 'Answer after 15 s', fault: { kind: 'slow', ms: 15_000 } },
  nonsense: { label: 'Answer with a page instead of JSON', fault: { kind: 'nonsense' } },
  huge: { label: 'Answer with 4 MB', fault: { kind: 'huge' } },
  redirect: { label: 'Redirect elsewhere', fault: { kind: 'redirect', to: '/' } },
  hang_up: { label: 'Hang up', fault: { kind: 'reset' } },
  hang_up_after: { label: 'Do the work, then hang up', fault: { kind: 'reset' }, afterwards: true },
}
