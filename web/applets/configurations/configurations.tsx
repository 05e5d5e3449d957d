import { useId } from 'react'
import { editPath } from '../../../worker/contract/addresses.ts'
import type { AppletForViewer, Configuration } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import { Switch } from '../../ui/switch/switch.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useConfigurations } from './use-configurations.ts'
import './configurations.css'
import '../../ui/switch/switch.css'

/** Each feature with a switch. */
export function Configurations({ connect, viewer }: { connect: Connect; viewer: AppletForViewer }) {
  const title = useId()
  const { isOn, turn } = useConfigurations(connect, viewer)
  const { applet } = connect.state
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
            on={isOn(feature.slug)}
            setUp={feature.has_fields ? editPath(applet) : null}
            onTurn={(on) => turn(feature.slug, on)}
          />
        ))}
      </ul>
    </section>
  )
}

type FeatureProps = { feature: Configuration; on: boolean; setUp: string | null; onTurn: (on: boolean) => void }

function Feature({ feature: { title, icon, required }, on, setUp, onTurn }: FeatureProps) {
  const reason = useId()
  return (
    <li>
      <ServiceIcon name="" src={icon} size={32} />
      <Switch
        label={title}
        on={required || on}
        busy={required}
        aria-describedby={required ? reason : undefined}
        onTurn={onTurn}
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
