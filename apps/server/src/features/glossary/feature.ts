import { defineFeature } from '../../app/feature.ts'
import { getGlossary } from './glossary.ts'

export const feature = defineFeature({ handlers: { getGlossary } })
