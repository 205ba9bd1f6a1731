import { defineFeature } from '../../app/feature.ts'
import * as assets from './assets.routes.ts'
import * as captures from './brand-captures.ts'
import * as logos from './brand-logos.ts'
import * as ownFindings from './own-findings.routes.ts'

export const feature = defineFeature({ handlers: { ...assets, ...captures, ...logos, ...ownFindings } })
