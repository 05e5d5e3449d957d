import type {
  OperatedHost,
  OperatedService,
  ServiceSetup,
} from '../../../worker/contract/operator/operator-overview.ts'
import { ADD_SERVICE_PATH } from '../../../worker/contract/services/service-file.ts'
import { operatorApi } from '../../browser/api/operator-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import '../../ui/badge.css'

type Props = {
  services: readonly OperatedService[]
  hosts: readonly OperatedHost[]
  onChanged: () => Promise<void>
}

const SETUP_WORDS: Record<ServiceSetup, string> = {
  ready: 'Ready',
  no_client: 'No client',
  no_sign_in: 'No client, only pasted',
}

/** Services with their kill switch. Stopping asks first, because it holds the runs of all users. */
export function ServiceTable({ services, hosts, onChanged }: Props) {
  const presses = usePresses<string>(async (module_name) => {
    const service = services.find((each) => each.module_name === module_name)
    if (!service) return
    await operatorApi.switchService(module_name, !service.running)
    await onChanged()
  })
  const { state } = presses
  const asked = services.find((each) => state.kind !== 'idle' && each.module_name === state.deed && each.running)
  return (
    <section aria-labelledby="services">
      <h2 id="services">Services</h2>
      <p>
        <a href={ADD_SERVICE_PATH}>Add a service</a>
      </p>
      <ErrorPanel title={presses.problem} />
      <table className="as-cards">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Set up</th>
            <th scope="col">Failed, last 5 min</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="visually-hidden">Switch</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <tr key={service.module_name}>
              <th scope="row">
                {service.published ? <a href={`/${service.module_name}`}>{service.name}</a> : service.name}
              </th>
              <td data-label="Set up">
                <Setup service={service} />
              </td>
              <td data-label="Failed, last 5 min">{errorRate(service, hosts)}</td>
              <td data-label="State">
                <span className={service.running ? 'badge good' : 'badge bad'}>
                  {service.running ? 'Running' : 'Stopped'}
                </span>
                {service.published ? null : <span className="badge">Hidden</span>}
                {service.is_new ? <NewService service={service} onChanged={onChanged} /> : null}
              </td>
              <td>
                <Button
                  kind="secondary"
                  size="small"
                  busy={presses.isWorking(service.module_name)}
                  aria-label={`${service.running ? 'Stop' : 'Start'} ${service.name}`}
                  onClick={() =>
                    service.running ? presses.ask(service.module_name) : presses.press(service.module_name)
                  }
                >
                  {service.running ? 'Stop' : 'Start'}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        open={state.kind === 'asking' || (state.kind === 'working' && asked !== undefined)}
        title={`Stop ${asked?.name ?? 'this service'}?`}
        action="Stop"
        busy={state.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>Within half a minute its polls stop, and runs that need it are held for all users until you start it.</p>
      </ConfirmDialog>
    </section>
  )
}

/** The credentials that the operator still has to give, and the addresses to register at the service. */
function Setup({ service: { setup, name, module_name, redirect_uri, register_url } }: { service: OperatedService }) {
  if (setup === 'ready') return SETUP_WORDS[setup]
  return (
    <details>
      <summary>{SETUP_WORDS[setup]}</summary>
      <p>
        {register_url === null ? (
          'Register a client at the service'
        ) : (
          <a href={register_url}>Register a client at {name}</a>
        )}{' '}
        with the redirect address <code>{redirect_uri}</code>, and add it to the setting{' '}
        <code>SERVICE_CREDENTIALS</code> as <code>{`"${module_name}": {"client_id": "…", "client_secret": "…"}`}</code>.
      </p>
    </details>
  )
}

/** Calls to all hosts of the service together. */
function errorRate({ hosts: own }: OperatedService, hosts: readonly OperatedHost[]): string {
  if (own.length === 0) return '–'
  const states = hosts.filter(({ host }) => own.includes(host)).map(({ state }) => state)
  if (states.some((state) => state === null)) return 'Unknown'
  const sum = (of: 'calls' | 'failures') => states.reduce((total, state) => total + (state?.[of] ?? 0), 0)
  return sum('failures') === 0 ? 'None' : `${sum('failures')} of ${sum('calls')}`
}

/** A service that nobody has seen working yet, until its operator says that it does. */
function NewService({
  service: { module_name, name },
  onChanged,
}: { service: OperatedService } & Pick<Props, 'onChanged'>) {
  const presses = usePresses<string>(async () => {
    await operatorApi.confirmService(module_name)
    await onChanged()
  })
  return (
    <>
      <span className="badge">New</span>
      <Button
        kind="quiet"
        size="small"
        busy={presses.isWorking(module_name)}
        aria-label={`Seen working: ${name}`}
        onClick={() => presses.press(module_name)}
      >
        Seen working
      </Button>
      <ErrorPanel title={presses.problem} />
    </>
  )
}
