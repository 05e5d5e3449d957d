import type { FieldToEdit } from './applet.ts'

/** A required text field, but for what is given. */
export function aField(given: Partial<FieldToEdit> = {}): FieldToEdit {
  return {
    key: '0.value',
    label: 'Value',
    hint: null,
    type: 'text',
    required: true,
    syntax: null,
    options: null,
    resolve_url: null,
    default_value: null,
    step_name: 'Step',
    module_name: 'feeds',
    shown_for: null,
    ...given,
  }
}
