import type {
  ActionFile,
  FieldDefinition,
  LiveOptions,
  NextFile,
  QueryFile,
  RequestFile,
  ServiceDefinition,
  StepFile,
  TriggerFile,
} from '../../../../worker/services/format/service-definition.ts'

/** A request that a service's file writes, and what it is for. */
export type FileRequest = { request: RequestFile; next: NextFile | undefined } & (
  | { of: 'account' }
  | { of: 'named'; name: string }
  | { of: 'trigger'; step: TriggerFile }
  | { of: 'query'; step: QueryFile }
  | { of: 'action'; step: ActionFile }
  | { of: 'find'; step: ActionFile; find: NonNullable<ActionFile['find']> }
  | { of: 'options'; step: StepFile; field: FieldDefinition; options: LiveOptions }
)

/** Every request of a file. What code asks otherwise is not among them. */
export function fileRequests(definition: ServiceDefinition): FileRequest[] {
  const { connect, triggers = [], queries = [], actions = [], requests = {} } = definition
  const account = connect.kind === 'none' ? undefined : connect.account
  return [
    ...(account ? [{ of: 'account', request: account, next: undefined } as const] : []),
    ...Object.entries(requests).map(([name, request]) => ({ of: 'named', name, request, next: undefined }) as const),
    ...triggers.flatMap((step) => asked({ of: 'trigger', step } as const, step.request, step.next)),
    ...queries.flatMap((step) => asked({ of: 'query', step } as const, step.request, step.next)),
    ...actions.flatMap((step) => [
      ...asked({ of: 'action', step } as const, step.request, undefined),
      ...(step.find ? asked({ of: 'find', step, find: step.find } as const, step.find.request, step.find.next) : []),
    ]),
    ...[...triggers, ...queries, ...actions].flatMap((step) => optionsOf(step, definition)),
  ]
}

function asked<About>(about: About, request: RequestFile | undefined, next: NextFile | undefined) {
  return request === undefined ? [] : [{ ...about, request, next }]
}

function optionsOf(step: StepFile, { code }: ServiceDefinition): FileRequest[] {
  return (step.fields ?? []).flatMap((field): FileRequest[] => {
    const { options } = field
    if (options === undefined || Array.isArray(options)) return []
    // The address of choices that code lists is only a name.
    if (code?.options?.[options.get ?? ''] !== undefined) return []
    const { items: _items, value: _value, label: _label, group: _group, next, ...request } = options
    return [{ of: 'options', step, field, options, request, next }]
  })
}
