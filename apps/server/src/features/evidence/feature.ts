import { defineFeature } from '../../app/feature.ts'
import { mountFiles } from './files.routes.ts'
import { mountFirstPages } from './first-page.routes.ts'
import { removeUnnamedFiles } from './remove-unnamed-files.ts'

export const feature = defineFeature({
  handlers: {},
  mount(server, app) {
    mountFiles(server, app)
    mountFirstPages(server, app)
  },
  nightly: removeUnnamedFiles,
})
