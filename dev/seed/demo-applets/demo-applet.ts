/** An Applet of the demo data. Steps are "{service}/{triggers|queries|actions}/{slug}", in order. */
export type DemoApplet = {
  friendly_id: string
  name: string
  description: string
  steps: DemoAppletStep[]
  value_propositions: { title: string; text: string }[]
  enabled_count: number
  run_count: number
  config_type?: 'dynamic'
  actions_delay?: number
  filter_code?: string
  applet_type?: 'ios' | 'android'
  show_app_modal?: boolean
  published?: boolean
  /** `fields`: keys of the user's fields that the feature requires. */
  configurations?: { slug: string; title: string; icon: string; required: boolean; fields?: string[] }[]
}

type DemoAppletStep = {
  step: string
  /** Values that the author fixed; each user fills in the other fields. */
  fields?: Record<string, string>
  account_slot?: number
  /** The feature of a dynamic connection that it belongs to. */
  feature?: string
}

export function demoStep(id: string, fields: Record<string, string> = {}, account_slot = 0): DemoAppletStep {
  return { step: id, fields, account_slot }
}

/** Adds a row to the spreadsheet of this name, which is created with the first one. Cells are between |||. */
export function addRow(new_name: string, row: string, account_slot = 0): DemoAppletStep {
  return demoStep('google_sheets/actions/add_row', { spreadsheet: 'create', new_name, sheet: '', row }, account_slot)
}

export function ofFeature(feature: string, step: DemoAppletStep): DemoAppletStep {
  return { ...step, feature }
}
