import { buildSchema } from 'graphql'

/** The GraphQL rows of §7, named as the spec prints them. Includes only what a page asks for. */
export const schema = buildSchema(`
  type Query {
    me: Me
    normalized_applet(id: ID!): NormalizedApplet
    recommended_applets_for_channels(module_names: [String!]!, count: Int!, except: Int): [Applet!]!
  }

  type Mutation {
    normalizedAppletUpdate(
      applet_id: ID!
      failed_applet_run_notifications_enabled: Boolean
      push_enabled: Boolean
      name: String
    ): UpdatePayload!
    userProAbandonedCheckoutEmail(plan_id: String!): AbandonedCheckoutPayload!
    userSubscriptionUpdate(product_id: ID!, proration_date: Int, price: Int, amount_today: Int): SubscriptionPayload!
  }

  type UpdatePayload {
    errors: [FieldError!]!
  }

  type AbandonedCheckoutPayload {
    email_scheduled: Boolean!
    errors: [FieldError!]!
  }

  type SubscriptionPayload {
    user_subscription: UserSubscription
    errors: [FieldError!]!
  }

  type UserSubscription {
    plan_id: String!
  }

  type FieldError {
    attribute: String
    message: String!
  }

  type Me {
    login: String!
    tier: String!
    eligible_for_trial: Boolean!
    eligible_trial_period: Int!
    applet_quota_slots_total: Int
    applet_quota_slots_remaining: Int
    user_subscriptions: [OwnSubscription!]!
  }

  type OwnSubscription {
    payment_type: String!
  }

  type NormalizedApplet {
    enablement_rules: EnablementRules!
    failed_applet_run_notifications_enabled: Boolean!
  }

  type EnablementRules {
    block_user: Boolean!
    minimum_tier: String
    block_reason: String
  }

  type Applet {
    id: Int!
    friendly_id: String
    name: String!
    brand_color: String!
    brand: Brand!
    config_type: String!
    author: String!
    enabled_count: Int!
    services: [Service!]!
  }

  type Brand {
    background: String!
    tone: String!
  }

  type Service {
    module_name: String!
    name: String!
    monochrome_image_url: String!
  }
`)
