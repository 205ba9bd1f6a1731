import { defineFeature } from '../../app/feature.ts'
import { mountInboundMail } from './inbound-mail.routes.ts'

export const feature = defineFeature({ mount: mountInboundMail })
