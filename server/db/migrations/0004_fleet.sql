CREATE TABLE "cash_movements" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"operation_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"user_id" integer,
	"voided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "cash_movements_company_id_machine_id_effective_at_operation_id_line_pk" PRIMARY KEY("company_id","machine_id","effective_at","operation_id","line")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"heads" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_mappings_company_id_kind_heads_pk" PRIMARY KEY("company_id","kind","heads")
);
--> statement-breakpoint
CREATE TABLE "daily_sales" (
	"company_id" integer NOT NULL,
	"day" date NOT NULL,
	"machine_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	"turnover_minor" bigint NOT NULL,
	CONSTRAINT "daily_sales_company_id_day_machine_id_product_id_type_pk" PRIMARY KEY("company_id","day","machine_id","product_id","type")
);
--> statement-breakpoint
CREATE TABLE "payment_mappings" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"vend_method" text NOT NULL,
	"payment_method" text NOT NULL,
	CONSTRAINT "payment_mappings_company_id_machine_id_vend_method_pk" PRIMARY KEY("company_id","machine_id","vend_method")
);
--> statement-breakpoint
CREATE TABLE "sales_days" (
	"company_id" integer NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"turnover_minor" bigint NOT NULL,
	CONSTRAINT "sales_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
CREATE TABLE "sales_tops" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"machines" jsonb NOT NULL,
	"products" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grouped_machines" (
	"company_id" integer NOT NULL,
	"group_id" bigint NOT NULL,
	"machine_id" bigint NOT NULL,
	CONSTRAINT "grouped_machines_company_id_group_id_machine_id_pk" PRIMARY KEY("company_id","group_id","machine_id")
);
--> statement-breakpoint
CREATE TABLE "machine_groups" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "machine_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "machine_groups_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_reports" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"is_up" boolean NOT NULL,
	"message" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_reports_company_id_machine_id_code_at_id_pk" PRIMARY KEY("company_id","machine_id","code","at","id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"report_id" uuid NOT NULL,
	"is_up" boolean NOT NULL,
	"message" text,
	CONSTRAINT "alerts_company_id_machine_id_code_pk" PRIMARY KEY("company_id","machine_id","code")
);
--> statement-breakpoint
CREATE TABLE "audit_readings" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"user_id" integer,
	"device_id" bigint,
	"digest" text NOT NULL,
	"file" text NOT NULL,
	"reading" jsonb NOT NULL,
	CONSTRAINT "audit_readings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "coin_tubes" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"value_minor" bigint NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coin_tubes_company_id_machine_id_value_minor_pk" PRIMARY KEY("company_id","machine_id","value_minor")
);
--> statement-breakpoint
CREATE TABLE "device_commands" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"device_id" bigint NOT NULL,
	"machine_id" bigint,
	"kind" text NOT NULL,
	"payload" jsonb,
	"asked_by" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"details" jsonb,
	CONSTRAINT "device_commands_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_logs" (
	"company_id" integer NOT NULL,
	"device_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" uuid NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "device_logs_company_id_device_id_at_id_pk" PRIMARY KEY("company_id","device_id","at","id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"imei" text NOT NULL,
	"type" text NOT NULL,
	"vendor" text,
	"msisdn" text,
	"apn_name" text,
	"machine_id" bigint,
	"connected_at" timestamp (3) with time zone,
	"claim_hash" text,
	"claimed_at" timestamp (3) with time zone,
	"key_hash" text,
	"heard_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "machine_status" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"heard_at" timestamp (3) with time zone,
	"reported_state" text,
	"reported_at" timestamp (3) with time zone,
	"restart_asked_at" timestamp (3) with time zone,
	"signal" double precision,
	"signal_at" timestamp (3) with time zone,
	"temperature" double precision,
	"temperature_at" timestamp (3) with time zone,
	"firmware" text,
	"firmware_at" timestamp (3) with time zone,
	"cash_minor" bigint DEFAULT 0 NOT NULL,
	"cash_counted_at" timestamp (3) with time zone,
	"cash_counted_by" uuid,
	"cash_counted_line" integer,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "machine_status_company_id_machine_id_pk" PRIMARY KEY("company_id","machine_id")
);
--> statement-breakpoint
CREATE TABLE "mdb_devices" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mdb_devices_company_id_machine_id_type_pk" PRIMARY KEY("company_id","machine_id","type")
);
--> statement-breakpoint
CREATE TABLE "ordered_files" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"query" jsonb NOT NULL,
	"locale" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"failure" text,
	CONSTRAINT "ordered_files_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"company_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"machine_id" bigint,
	"user_id" integer,
	"event" jsonb NOT NULL,
	CONSTRAINT "live_events_company_id_seq_pk" PRIMARY KEY("company_id","seq")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"content" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "mails_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "event_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "note_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "note_by" uuid;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "blik_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cash_movements" ADD CONSTRAINT "cash_movements_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_sales" ADD CONSTRAINT "daily_sales_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_mappings" ADD CONSTRAINT "payment_mappings_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_days" ADD CONSTRAINT "sales_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_tops" ADD CONSTRAINT "sales_tops_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouped_machines" ADD CONSTRAINT "grouped_machines_company_id_group_id_machine_groups_company_id_id_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."machine_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouped_machines" ADD CONSTRAINT "grouped_machines_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_groups" ADD CONSTRAINT "machine_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_reports" ADD CONSTRAINT "alert_reports_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_readings" ADD CONSTRAINT "audit_readings_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coin_tubes" ADD CONSTRAINT "coin_tubes_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_commands" ADD CONSTRAINT "device_commands_company_id_device_id_devices_company_id_id_fk" FOREIGN KEY ("company_id","device_id") REFERENCES "public"."devices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logs" ADD CONSTRAINT "device_logs_company_id_device_id_devices_company_id_id_fk" FOREIGN KEY ("company_id","device_id") REFERENCES "public"."devices"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_status" ADD CONSTRAINT "machine_status_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mdb_devices" ADD CONSTRAINT "mdb_devices_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_movements_operation" ON "cash_movements" USING btree ("company_id","operation_id");--> statement-breakpoint
CREATE INDEX "cash_movements_withdrawn" ON "cash_movements" USING btree ("company_id","cause","effective_at");--> statement-breakpoint
CREATE INDEX "daily_sales_machine" ON "daily_sales" USING btree ("company_id","machine_id","day");--> statement-breakpoint
CREATE INDEX "alerts_up" ON "alerts" USING btree ("company_id","machine_id") WHERE is_up;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_readings_once" ON "audit_readings" USING btree ("company_id","machine_id","digest");--> statement-breakpoint
CREATE INDEX "audit_readings_order" ON "audit_readings" USING btree ("company_id","machine_id","read_at");--> statement-breakpoint
CREATE INDEX "device_commands_open" ON "device_commands" USING btree ("company_id","device_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "device_commands_asked" ON "device_commands" USING btree ("company_id","machine_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_imei" ON "devices" USING btree ("company_id","imei");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_claimed" ON "devices" USING btree ("imei") WHERE claimed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_key" ON "devices" USING btree ("key_hash") WHERE key_hash is not null;--> statement-breakpoint
CREATE INDEX "devices_machine" ON "devices" USING btree ("company_id","machine_id");--> statement-breakpoint
CREATE INDEX "ordered_files_open" ON "ordered_files" USING btree ("asked_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_try_at") WHERE sent_at is null;