import { useId, useRef } from 'react'
import { editPath } from '../../../worker/contract/addresses.ts'
import type { AppletForViewer, Configuration } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { Switch } from '../../ui/switch/switch.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useFeature } from './use-feature.ts'
import './configurations.css'
import '../../ui/switch/switch.css'

type Props = { connect: Connect; viewer: AppletForViewer }

/** Each feature with a switch. */
export function Configurations({ connect, viewer }: Props) {
  const title = useId()
  const sent = useRef(0)
  const { state, send, store } = connect
  const { applet } = state
  async function save(change: { slug: string; disabled: boolean }) {
    const nth = ++sent.current
    const answer = await api.updateConfigurations(applet.id, [change])
    // An earlier answer does not know of a later change.
    if (nth === sent.current) send({ type: 'viewerRead', attempt: store.get().attempt, viewer: answer.applet })
  }
  return (
    // Not a control: a pointer that comes near may soon press a switch and leave.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="configurations" aria-labelledby={title} onPointerEnter={api.prepare} onFocus={api.prepare}>
      <h2 id={title}>Features</h2>
      <ul className="features">
        {applet.configurations.map((feature) => (
          <Feature
            key={feature.slug}
            feature={feature}
            setUp={feature.has_fields ? editPath(applet) : null}
            switched={{ connect, viewer, slug: feature.slug, save }}
          />
        ))}
      </ul>
    </section>
  )
}

type FeatureProps = { feature: Configuration; setUp: string | null; switched: Parameters<typeof useFeature>[0] }

function Feature({ feature: { title, icon, required }, setUp, switched }: FeatureProps) {
  const reason = useId()
  const { on, ...turned } = useFeature(switched)
  return (
    <li>
      <ServiceIcon name="" src={icon} size={32} />
      <Switch
        {...turned}
        label={title}
        on={required || on}
        busy={required}
        aria-describedby={required ? reason : undefined}
      />
      {required ? (
        <p className="note" id={reason}>
          Always on, because the connection needs it.
        </p>
      ) : null}
      {setUp ? (
        <p className="note">
          <a href={setUp} aria-label={`Set up: ${title}`}>
            Set up
          </a>
        </p>
      ) : null}
    </li>
  )
}
