import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/templates.ts'
import type { AppContext } from '../../http/request-context.ts'
import { serve } from '../../http/serve.ts'
import { applyPlanogram } from './apply-planogram.ts'
import * as templates from './templates.handlers.ts'
import { linkedMachines, templateCards } from './templates.store.ts'

/** Templates of planograms. */
export function templatesRoutes(app: FastifyInstance, ctx: AppContext) {
  serve(app, ctx, contract.listTemplates, (_, { db, principal }) => templateCards(db, principal.companyId), { snapshot: true })
  serve(app, ctx, contract.listLinkedMachines, ({ query }, { db, principal }) => linkedMachines(db, principal.companyId, query), {
    snapshot: true,
  })
  serve(app, ctx, contract.getTemplate, ({ params }, caller) => templates.getTemplate(params.templateId, caller), { snapshot: true })
  serve(app, ctx, contract.addTemplate, templates.addTemplate)
  serve(app, ctx, contract.saveAsTemplate, templates.saveAsTemplate)
  serve(app, ctx, contract.changeTemplate, templates.changeTemplate)
  serve(app, ctx, contract.deleteTemplate, ({ params }, caller) => templates.deleteTemplate(params.templateId, caller))
  serve(app, ctx, contract.previewTemplate, templates.previewTemplate, { snapshot: true })
  serve(app, ctx, contract.applyPlanogram, applyPlanogram)
  serve(app, ctx, contract.linkTemplate, templates.linkTemplate)
}
