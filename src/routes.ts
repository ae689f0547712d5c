import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every screen and its address, on one page. */
export const routes = rootRoute('app/Root.tsx', [
  index('app/HomeRedirect.tsx'),
  route('/login', 'features/account/LoginScreen.tsx'),
  route('/get-started', 'features/account/GetStartedScreen.tsx'),
  route('/reset', [index('features/account/ResetScreen.tsx'), route('/$hash', 'features/account/SetPasswordScreen.tsx')]),
  route('/register', 'features/account/RegisterScreen.tsx'),
  route('/terms', 'features/account/TermsScreen.tsx'),
  route('/privacy', 'features/account/PrivacyScreen.tsx'),
  route('/pricing', 'features/billing/PricingScreen.tsx'),
  route('/sandbox-payment', 'features/billing/SandboxScreen.tsx'),
  route('/sandbox-receipt', 'features/billing/SandboxReceiptScreen.tsx'),
  // What a sticker holds: the phone's own camera opens the app here.
  route('/m/$token', 'features/machines/StickerScreen.tsx'),
  layout('signed-in', 'app/SignedIn.tsx', [
    route('/scan', 'features/machines/ScanScreen.tsx'),
    route('/shortages', 'features/stock/ShortagesRedirect.tsx'),
    route('/outbox', 'features/outbox/OutboxScreen.tsx'),
    route('/install', 'features/account/InstallScreen.tsx'),
    route('/dashboard/other', 'features/account/OtherScreen.tsx'),
    route('/dashboard/admin', 'features/company/AdminScreen.tsx'),
    route('/dashboard/settings', [
      index('features/account/SettingsScreen.tsx'),
      route('/profile', 'features/account/ProfileScreen.tsx'),
      route('/local-device', 'features/account/LocalDeviceScreen.tsx'),
      route('/devices', 'features/account/DevicesScreen.tsx'),
    ]),
    route('/dashboard/more/debugger', 'features/devices/DebuggerScreen.tsx'),
    route('/dashboard/serviceman/menu', 'features/rounds/ServicemanHomeScreen.tsx'),
    route('/dashboard/serviceman/machines', [
      index('features/machines/ServicemanMachinesScreen.tsx'),
      route('/$machineId', [
        index('features/machines/ServicemanMachineScreen.tsx'),
        route('/shortages', 'features/stock/ServicemanMachineShortagesScreen.tsx'),
      ]),
    ]),
    route('/dashboard/serviceman/tasks', 'features/rounds/TasksScreen.tsx'),
    route('/dashboard/serviceman/shortages', 'features/stock/ServicemanShortagesScreen.tsx'),
    layout('managers', 'app/ManagersOnly.tsx', [
      route('/dashboard', [
        index('features/dashboard/DashboardScreen.tsx'),
        route('/integration', 'features/dashboard/IntegrationScreen.tsx'),
        route('/machines', [
          index('features/machines/MachinesScreen.tsx'),
          route('/$machineId', [index('features/machines/MachineScreen.tsx'), route('/mapper', 'features/machines/MapperScreen.tsx')]),
        ]),
        route('/settings/company', 'features/company/CompanyScreen.tsx'),
        route('/settings/employees', 'features/team/EmployeesScreen.tsx'),
        route('/settings/alerts', 'features/alerts/AlertsScreen.tsx'),
        route('/settings/notifications', 'features/account/NotificationsScreen.tsx'),
        route('/settings/invoices', 'features/billing/InvoicesScreen.tsx'),
        route('/settings/change-plan', 'features/billing/ChangePlanScreen.tsx'),
        route('/settings/create-machine', 'features/machines/CreateMachineScreen.tsx'),
        route('/settings/machine-groups', 'features/machines/GroupsScreen.tsx'),
        route('/settings/blik', 'features/payments/BlikScreen.tsx'),
        route('/settings/vendpay', 'features/payments/VendpayRedirect.tsx'),
        route('/settings/payment-reader/pep', 'features/payments/TerminalsScreen.tsx'),
        route('/shortages', 'features/stock/ShortagesScreen.tsx'),
        route('/review-items', 'features/reviews/ReviewItemsScreen.tsx'),
        route('/inventory', 'app/InventoryRoute.tsx'),
        route('/assortment', 'features/products/AssortmentScreen.tsx'),
        route('/import', 'features/imports/ImportScreen.tsx'),
        route('/reports', [
          index('features/reports/ReportsScreen.tsx'),
          route('/product-sales', 'features/reports/ProductSalesScreen.tsx'),
          route('/sales', 'features/reports/SalesReportScreen.tsx'),
        ]),
        route('/more', [
          index('features/more/MoreScreen.tsx'),
          route('/branches', 'features/more/BranchesScreen.tsx'),
          route('/cash-withdrawal', 'features/cash/CashScreen.tsx'),
          route('/developer', [
            index('features/developer/DeveloperScreen.tsx'),
            route('/webhooks/$webhookId', 'features/developer/WebhookScreen.tsx'),
          ]),
          route('/devices-list', 'features/devices/DevicesListScreen.tsx'),
          route('/employee-passes', 'features/passes/PassesScreen.tsx'),
          route('/events', 'features/events/EventsScreen.tsx'),
          route('/issues', 'features/issues/IssuesScreen.tsx'),
          route('/refill-history', 'features/activity/StockChangesScreen.tsx'),
          route('/$tool', 'features/more/HiddenToolRedirect.tsx'),
        ]),
        route('/transactions', [
          index('features/transactions/TransactionsScreen.tsx'),
          route('/$machineId', 'features/transactions/MachineTransactionsScreen.tsx'),
        ]),
      ]),
    ]),
  ]),
  // An unknown address: the sign-in decides where a person belongs.
  route('/$', 'app/UnknownAddress.tsx'),
])
