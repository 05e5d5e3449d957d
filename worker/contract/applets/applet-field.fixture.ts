import type { AppletField } from './applet.ts'

/** A required text field, but for what is given. */
export function aField(given: Partial<AppletField> = {}): AppletField {
  return {
    key: '0.value',
    label: 'Value',
    hint: null,
    type: 'text',
    required: true,
    options: null,
    resolve_url: null,
    default_value: null,
    step_name: 'Step',
    module_name: 'feeds',
    ...given,
  }
}
