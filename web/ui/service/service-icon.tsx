import './service-icon.css'
type ServiceIconProps = {
  /** Alternative text; empty when the name is next to it. */
  name: string
  src: string
  /** §9: 54 and 40 for services, 32 and 18 for steps. */
  size: 54 | 40 | 32 | 18
  /** A white icon on a brand color that turns dark where the text does. */
  mono?: boolean
  /** The page's own icon, fetched first; the many icons in lists would compete with it. */
  lead?: boolean
}

export function ServiceIcon({ name, src, size, mono = false, lead = false }: ServiceIconProps) {
  const look = mono ? 'service-icon mono' : 'service-icon'
  return (
    <img
      className={look}
      src={src}
      alt={name}
      width={size}
      height={size}
      decoding="async"
      fetchPriority={lead ? 'high' : 'low'}
    />
  )
}
