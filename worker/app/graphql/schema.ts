import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLInputType,
  type GraphQLNullableType,
  type GraphQLOutputType,
} from 'graphql'

const required = <Type extends GraphQLNullableType>(type: Type) => new GraphQLNonNull(type)
const listOf = <Type extends GraphQLNullableType>(type: Type) => required(new GraphQLList(required(type)))

const id = required(GraphQLID)
const text = required(GraphQLString)
const whole = required(GraphQLInt)
const flag = required(GraphQLBoolean)

/** `args`: of the fields that take some. */
function object<Name extends string>(
  name: string,
  fields: Record<Name, GraphQLOutputType>,
  args: { [Field in Name]?: Record<string, GraphQLInputType> } = {},
): GraphQLObjectType {
  return new GraphQLObjectType({ name, fields: typed(fields, (field) => ({ args: typed(args[field as Name] ?? {}) })) })
}

function typed<Type, More extends object>(types: Record<string, Type>, more?: (name: string) => More) {
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type, ...more?.(name) }]))
}

const errors = listOf(object('FieldError', { attribute: GraphQLString, message: text }))

const me = object('Me', {
  login: text,
  tier: text,
  eligible_for_trial: flag,
  eligible_trial_period: whole,
  applet_quota_slots_total: GraphQLInt,
  applet_quota_slots_remaining: GraphQLInt,
  user_subscriptions: listOf(object('OwnSubscription', { payment_type: text })),
})

const rules = { block_user: flag, minimum_tier: GraphQLString, block_reason: GraphQLString }

const normalizedApplet = object('NormalizedApplet', {
  enablement_rules: required(object('EnablementRules', rules)),
  failed_applet_run_notifications_enabled: flag,
})

const applet = object('Applet', {
  id: whole,
  friendly_id: GraphQLString,
  name: text,
  brand_color: text,
  brand: required(object('Brand', { background: text, tone: text })),
  config_type: text,
  author: text,
  enabled_count: whole,
  services: listOf(object('Service', { module_name: text, name: text, monochrome_image_url: text })),
})

/** The GraphQL rows of §7, named as the spec prints them. Includes only what a page asks for. */
export const schema = new GraphQLSchema({
  query: object(
    'Query',
    { me, normalized_applet: normalizedApplet, recommended_applets_for_channels: listOf(applet) },
    {
      normalized_applet: { id },
      recommended_applets_for_channels: { module_names: listOf(GraphQLString), count: whole, except: GraphQLInt },
    },
  ),
  mutation: object(
    'Mutation',
    {
      normalizedAppletUpdate: required(object('UpdatePayload', { errors })),
      userProAbandonedCheckoutEmail: required(object('AbandonedCheckoutPayload', { email_scheduled: flag, errors })),
      userSubscriptionUpdate: required(
        object('SubscriptionPayload', { user_subscription: object('UserSubscription', { plan_id: text }), errors }),
      ),
    },
    {
      normalizedAppletUpdate: {
        applet_id: id,
        failed_applet_run_notifications_enabled: GraphQLBoolean,
        push_enabled: GraphQLBoolean,
        name: GraphQLString,
      },
      userProAbandonedCheckoutEmail: { plan_id: text },
      userSubscriptionUpdate: {
        product_id: id,
        proration_date: GraphQLInt,
        price: GraphQLInt,
        amount_today: GraphQLInt,
      },
    },
  ),
})
