import type { NamedRunStep } from '../../../worker/contract/runs/run-answers.ts'

/** A step that was done, an action but for what is given. */
export function aRunStep(fields: Partial<NamedRunStep>): NamedRunStep {
  return {
    kind: 'action',
    position: 1,
    module_name: 'google_sheets',
    slug: 'add_row',
    state: 'done',
    input: [],
    answer: null,
    url: null,
    tries: [],
    message: null,
    advice: null,
    name: 'Add a row',
    said: [],
    service: { name: 'Google Sheets', icon: '/icons/services/google_sheets.svg' },
    ...fields,
  }
}
