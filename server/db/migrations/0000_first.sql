CREATE TABLE "guesses" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"company_id" integer NOT NULL,
	"hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"parent_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "refresh_tokens_company_id_hash_pk" PRIMARY KEY("company_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"access_hash" text NOT NULL,
	"access_expires_at" timestamp (3) with time zone NOT NULL,
	"previous_access_hash" text,
	"previous_access_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"user_agent" text,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "spent_captchas" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"login" text NOT NULL,
	"email" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text,
	"company_role" text NOT NULL,
	"authorities" text[] DEFAULT '{}' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"country" text,
	"currency" text NOT NULL,
	"locale" text NOT NULL,
	"timezone" text NOT NULL,
	"plan_name" text NOT NULL,
	"integrations" text[] NOT NULL,
	"event_channel_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"cancellation_effective_date" text,
	"demo" integer DEFAULT 0 NOT NULL,
	"feed_seq" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"only" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"company_id" integer NOT NULL,
	"machine_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "assignments_company_id_machine_id_user_id_pk" PRIMARY KEY("company_id","machine_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "machines" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "machines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"state" text DEFAULT 'NONE' NOT NULL,
	"token" text NOT NULL,
	"vendor" text,
	"model" text,
	"address" text,
	"lat" double precision,
	"lng" double precision,
	"note" text,
	"last_refill" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	CONSTRAINT "machines_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"volume" bigint NOT NULL,
	"volume_type" text NOT NULL,
	"packaging" text NOT NULL,
	"tax_basis_points" bigint DEFAULT 0 NOT NULL,
	"last_cost_minor" bigint DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "products_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "recipe_lines" (
	"company_id" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"ingredient_id" bigint NOT NULL,
	"share" bigint NOT NULL,
	CONSTRAINT "recipe_lines_company_id_product_id_valid_from_ingredient_id_pk" PRIMARY KEY("company_id","product_id","valid_from","ingredient_id")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"machine_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"amount_minor" bigint NOT NULL,
	"type" text NOT NULL,
	"slot_number" text NOT NULL,
	"product_id" bigint,
	"card_identifier" text,
	CONSTRAINT "transactions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"machine_id" bigint NOT NULL,
	"slot_number" text NOT NULL,
	"product_id" bigint,
	"vend_price_minor" bigint,
	"max_quantity" bigint,
	"max_changed_at" timestamp (3) with time zone NOT NULL,
	"max_changed_by" uuid,
	CONSTRAINT "slots_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "movements" (
	"company_id" integer NOT NULL,
	"stock_point_id" bigint NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"operation_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"quantity" bigint NOT NULL,
	"voided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "movements_company_id_stock_point_id_effective_at_operation_id_line_pk" PRIMARY KEY("company_id","stock_point_id","effective_at","operation_id","line")
);
--> statement-breakpoint
CREATE TABLE "review_items" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "review_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"machine_id" bigint,
	"stock_point_id" bigint,
	"operation_id" uuid NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" integer,
	"decision" text,
	CONSTRAINT "review_items_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "stock_points" (
	"company_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"machine_id" bigint,
	"slot_id" bigint,
	"product_id" bigint NOT NULL,
	"max_quantity" bigint,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"balance" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"counted_by" uuid,
	"counted_line" integer,
	CONSTRAINT "stock_points_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "voids" (
	"company_id" integer NOT NULL,
	"operation_id" uuid NOT NULL,
	"by_operation" uuid NOT NULL,
	CONSTRAINT "voids_company_id_operation_id_pk" PRIMARY KEY("company_id","operation_id")
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"entity_id" bigint NOT NULL,
	"user_id" integer DEFAULT 0 NOT NULL,
	"seq" bigint NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_company_id_kind_entity_id_user_id_pk" PRIMARY KEY("company_id","kind","entity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"company_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"call" text NOT NULL,
	"machine_id" bigint,
	"user_id" integer NOT NULL,
	"device_id" text,
	"body_hash" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_offset" bigint,
	"status" text NOT NULL,
	"code" text,
	"answer" jsonb,
	"payload" jsonb,
	"feed_seq" bigint,
	CONSTRAINT "operations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_company_id_session_id_sessions_company_id_id_fk" FOREIGN KEY ("company_id","session_id") REFERENCES "public"."sessions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machines" ADD CONSTRAINT "machines_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_company_id_ingredient_id_products_company_id_id_fk" FOREIGN KEY ("company_id","ingredient_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movements" ADD CONSTRAINT "movements_company_id_stock_point_id_stock_points_company_id_id_fk" FOREIGN KEY ("company_id","stock_point_id") REFERENCES "public"."stock_points"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_items" ADD CONSTRAINT "review_items_company_id_stock_point_id_stock_points_company_id_id_fk" FOREIGN KEY ("company_id","stock_point_id") REFERENCES "public"."stock_points"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_points" ADD CONSTRAINT "stock_points_company_id_machine_id_machines_company_id_id_fk" FOREIGN KEY ("company_id","machine_id") REFERENCES "public"."machines"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_points" ADD CONSTRAINT "stock_points_company_id_slot_id_slots_company_id_id_fk" FOREIGN KEY ("company_id","slot_id") REFERENCES "public"."slots"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_points" ADD CONSTRAINT "stock_points_company_id_product_id_products_company_id_id_fk" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_hash" ON "refresh_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "refresh_tokens_parent" ON "refresh_tokens" USING btree ("company_id","parent_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_access" ON "sessions" USING btree ("access_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_access" ON "sessions" USING btree ("previous_access_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_login" ON "users" USING btree ("login");--> statement-breakpoint
CREATE INDEX "assignments_user" ON "assignments" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "machines_token" ON "machines" USING btree ("token");--> statement-breakpoint
CREATE INDEX "machines_name" ON "machines" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "products_sku" ON "products" USING btree ("company_id","sku");--> statement-breakpoint
CREATE INDEX "transactions_at" ON "transactions" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "transactions_machine" ON "transactions" USING btree ("company_id","machine_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "slots_number" ON "slots" USING btree ("company_id","machine_id","slot_number");--> statement-breakpoint
CREATE INDEX "movements_operation" ON "movements" USING btree ("company_id","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_items_once" ON "review_items" USING btree ("company_id","kind","operation_id","stock_point_id");--> statement-breakpoint
CREATE INDEX "review_items_open" ON "review_items" USING btree ("company_id","created_at") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "stock_points_machine" ON "stock_points" USING btree ("company_id","machine_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_points_open_slot" ON "stock_points" USING btree ("company_id","slot_id") WHERE removed_at is null and slot_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_points_open_canister" ON "stock_points" USING btree ("company_id","machine_id","product_id") WHERE removed_at is null and kind = 'CANISTER';--> statement-breakpoint
CREATE UNIQUE INDEX "stock_points_warehouse" ON "stock_points" USING btree ("company_id","product_id") WHERE kind = 'WAREHOUSE';--> statement-breakpoint
CREATE INDEX "feed_seq" ON "feed" USING btree ("company_id","seq");--> statement-breakpoint
CREATE INDEX "operations_feed" ON "operations" USING btree ("company_id","feed_seq");--> statement-breakpoint
CREATE INDEX "operations_machine" ON "operations" USING btree ("company_id","machine_id","effective_at");