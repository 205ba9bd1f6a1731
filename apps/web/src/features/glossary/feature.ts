import { defineFeature } from '../../navigation/feature.ts'
import { t } from './words.ts'

export const feature = defineFeature({
  pages: [
    { path: '/glossary', page: 'GlossaryPage' },
    { path: '/QA/glossary', page: 'GlossaryPage' },
  ],
  menu: [
    { list: 'clients', order: 80, label: () => t('glossary'), path: '/glossary', icon: 'glossary' },
    { list: 'reviewers', order: 80, label: () => t('glossary'), path: '/QA/glossary', icon: 'glossary' },
  ],
})
