import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import type { ServiceDefinition } from '../service-definition.ts'

/** Requests that nothing asks, and those whose sample does not say what code gives them and is answered. */
export function namedRequestProblems({ requests = {}, samples = {}, code }: ServiceDefinition): FileProblem[] {
  const sampled = samples.requests ?? {}
  return [
    ...Object.keys(requests).flatMap((name) => {
      const path = ['requests', name]
      if (code === undefined)
        return [{ path, message: 'is asked by nothing: only code of ours asks by name. Remove it.' }]
      const message = `has no sample. Add one under "samples.requests.${name}".`
      return Object.hasOwn(sampled, name) ? [] : [{ path, message }]
    }),
    ...Object.keys(sampled)
      .filter((name) => !Object.hasOwn(requests, name))
      .map((name) => ({
        path: ['samples', 'requests', name],
        message: `there is no request ${name}. Remove this sample.`,
      })),
  ]
}
