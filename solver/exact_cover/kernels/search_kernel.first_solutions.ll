; solver.exact_cover.kernels.search_kernel.first_solutions, made by python -m experiments.installation.portable_code
; with numba 0.68.1 and llvmlite 0.50.0; the kernel is the source
; types: int64 int64 uint64* int16* uint64* uint64* int64* int64* uint64* uint64* uint64* int64* int64* int64* int64* uint64* uint64* uint64* int64* int64* int64*
; sources: search_kernel.py, sha256 37afc71e44fbf30efa6fffdd4fbbe154980dd99fdcf6b306129e3c7df240da5b
define i32 @first_solutions(ptr %retptr, ptr %excinfo, i64 %arg.boards, i64 %arg.size, ptr %arg.removed, ptr %arg.solutions, ptr %arg.everything, ptr %arg.covering, ptr %arg.first_word, ptr %arg.end_word, ptr %arg.keeping, ptr %arg.needed, ptr %arg.holds, ptr %arg.repeated, ptr %arg.times, ptr %arg.repeated_in, ptr %arg.sizes, ptr %arg.possible, ptr %arg.branch, ptr %arg.need, ptr %arg.left, ptr %arg.chosen, ptr %arg.cursor) {
B0.endif:
  %.189 = alloca ptr, align 8
  %excinfo.1 = alloca ptr, align 8
  %.219 = alloca i64, align 8
  %excinfo.2 = alloca ptr, align 8
  %.141130.not = icmp slt i64 %arg.boards, 1
  br i1 %.141130.not, label %common.ret, label %B78.lr.ph

B78.lr.ph:                                        ; preds = %B0.endif
  %unroll_iter = and i64 %arg.size, 9223372036854775806
  %scevgep17 = getelementptr i8, ptr %arg.solutions, i64 2
  %0 = shl i64 %arg.size, 1
  br label %B78

B76.loopexit.loopexit.unr-lcssa:                  ; preds = %B330.1
  %1 = and i64 %arg.size, 1
  %2 = icmp eq i64 %1, 0
  br i1 %2, label %B76.loopexit, label %B276.epil.preheader

B276.epil.preheader:                              ; preds = %B276.lr.ph, %B76.loopexit.loopexit.unr-lcssa
  %.337113115.epil.init = phi i64 [ 0, %B276.lr.ph ], [ %.344.1, %B76.loopexit.loopexit.unr-lcssa ]
  %.374.epil = icmp slt i64 %.337113115.epil.init, %length.2.1
  br i1 %.374.epil, label %B312.epil, label %B330.epil

B312.epil:                                        ; preds = %B276.epil.preheader
  %.381.epil = getelementptr i64, ptr %arg.chosen, i64 %.337113115.epil.init
  %.382.epil = load i64, ptr %.381.epil, align 8
  %3 = trunc i64 %.382.epil to i16
  br label %B330.epil

B330.epil:                                        ; preds = %B312.epil, %B276.epil.preheader
  %"$phi330.4.2.2.epil" = phi i16 [ %3, %B312.epil ], [ -1, %B276.epil.preheader ]
  %.404.epil = getelementptr i16, ptr %12, i64 %.337113115.epil.init
  store i16 %"$phi330.4.2.2.epil", ptr %.404.epil, align 2
  br label %B76.loopexit

B76.loopexit:                                     ; preds = %B244.endif, %B330.epil, %B76.loopexit.loopexit.unr-lcssa
  %scevgep18 = getelementptr i8, ptr %lsr.iv, i64 %0
  %exitcond142.not = icmp eq i64 %.154, %arg.boards
  br i1 %exitcond142.not, label %common.ret, label %B78

B78:                                              ; preds = %B76.loopexit, %B78.lr.ph
  %lsr.iv = phi ptr [ %scevgep17, %B78.lr.ph ], [ %scevgep18, %B76.loopexit ]
  %.147120133 = phi i64 [ 0, %B78.lr.ph ], [ %.154, %B76.loopexit ]
  %.154 = add nuw nsw i64 %.147120133, 1
  %.185 = getelementptr i64, ptr %arg.removed, i64 %.147120133
  %.186 = load i64, ptr %.185, align 8
  %.193 = call i32 @first_solutions_part1(ptr nonnull %.189, ptr nonnull %excinfo.1, ptr %arg.everything, ptr %arg.covering, ptr %arg.first_word, ptr %arg.end_word, ptr %arg.keeping, ptr %arg.needed, ptr %arg.holds, ptr %arg.repeated, ptr %arg.times, ptr %arg.repeated_in, ptr %arg.sizes, ptr %arg.possible, ptr %arg.branch, ptr %arg.need, ptr %arg.left, ptr %arg.chosen, ptr %arg.cursor, i64 %.186)
  switch i32 %.193, label %common.ret [
    i32 -2, label %B78.endif
    i32 0, label %B78.endif
  ]

B228:                                             ; preds = %B78.endif.endif
  %sunkaddr = getelementptr i8, ptr %arg.cursor, i64 24
  %.247 = load i64, ptr %sunkaddr, align 8
  br label %B244.endif

B276:                                             ; preds = %B276.preheader, %B330.1
  %.337113115 = phi i64 [ %9, %B330.1 ], [ 0, %B276.preheader ]
  %.374 = icmp slt i64 %.337113115, %length.2.1
  br i1 %.374, label %B312, label %B330

B312:                                             ; preds = %B276
  %sunkaddr22 = mul i64 %.337113115, 8
  %sunkaddr23 = getelementptr i8, ptr %arg.chosen, i64 %sunkaddr22
  %.382 = load i64, ptr %sunkaddr23, align 8
  %4 = trunc i64 %.382 to i16
  br label %B330

B330:                                             ; preds = %B312, %B276
  %"$phi330.4.2.2" = phi i16 [ %4, %B312 ], [ -1, %B276 ]
  %5 = shl nuw i64 %.337113115, 1
  %scevgep20 = getelementptr i8, ptr %lsr.iv, i64 %5
  %scevgep21 = getelementptr i8, ptr %scevgep20, i64 -2
  store i16 %"$phi330.4.2.2", ptr %scevgep21, align 2
  %.344.1 = add nuw i64 %.337113115, 2
  %6 = add i64 %.337113115, 1
  %.374.1 = icmp slt i64 %6, %length.2.1
  br i1 %.374.1, label %B312.1, label %B330.1

B312.1:                                           ; preds = %B330
  %sunkaddr24 = mul i64 %.337113115, 8
  %sunkaddr25 = getelementptr i8, ptr %arg.chosen, i64 %sunkaddr24
  %sunkaddr26 = getelementptr i8, ptr %sunkaddr25, i64 8
  %.382.1 = load i64, ptr %sunkaddr26, align 8
  %7 = trunc i64 %.382.1 to i16
  br label %B330.1

B330.1:                                           ; preds = %B312.1, %B330
  %"$phi330.4.2.2.1" = phi i16 [ %7, %B312.1 ], [ -1, %B330 ]
  %8 = shl nuw i64 %.337113115, 1
  %scevgep19 = getelementptr i8, ptr %lsr.iv, i64 %8
  store i16 %"$phi330.4.2.2.1", ptr %scevgep19, align 2
  %9 = add i64 %6, 1
  %niter.ncmp.1 = icmp eq i64 %9, %unroll_iter
  br i1 %niter.ncmp.1, label %B76.loopexit.loopexit.unr-lcssa, label %B276

common.ret:                                       ; preds = %B78.endif, %B78, %B76.loopexit, %B0.endif
  %excinfo.sink = phi ptr [ %retptr, %B0.endif ], [ %excinfo, %B78.endif ], [ %retptr, %B76.loopexit ], [ %excinfo, %B78 ]
  %common.ret.op = phi i32 [ 0, %B0.endif ], [ %.223, %B78.endif ], [ 0, %B76.loopexit ], [ %.193, %B78 ]
  store ptr null, ptr %excinfo.sink, align 8
  ret i32 %common.ret.op

B78.endif:                                        ; preds = %B78, %B78
  store i64 0, ptr %.219, align 8
  %.223 = call i32 @first_solutions_part3(ptr nonnull %.219, ptr nonnull %excinfo.2, ptr %arg.everything, ptr %arg.covering, ptr %arg.first_word, ptr %arg.end_word, ptr %arg.keeping, ptr %arg.needed, ptr %arg.holds, ptr %arg.repeated, ptr %arg.times, ptr %arg.repeated_in, ptr %arg.sizes, ptr %arg.possible, ptr %arg.branch, ptr %arg.need, ptr %arg.left, ptr %arg.chosen, ptr %arg.cursor, i64 1099511627776)
  switch i32 %.223, label %common.ret [
    i32 -2, label %B78.endif.endif
    i32 0, label %B78.endif.endif
  ]

B78.endif.endif:                                  ; preds = %B78.endif, %B78.endif
  %.233 = load i64, ptr %.219, align 8
  %.243 = icmp eq i64 %.233, 1
  br i1 %.243, label %B228, label %B244.endif

B244.endif:                                       ; preds = %B78.endif.endif, %B228
  %length.2.1 = phi i64 [ %.247, %B228 ], [ 0, %B78.endif.endif ]
  %10 = icmp slt i64 %arg.size, 1
  br i1 %10, label %B76.loopexit, label %B276.lr.ph

B276.lr.ph:                                       ; preds = %B244.endif
  %11 = icmp eq i64 %arg.size, 1
  %.398 = mul nuw nsw i64 %.147120133, %arg.size
  %12 = getelementptr i16, ptr %arg.solutions, i64 %.398
  br i1 %11, label %B276.epil.preheader, label %B276.preheader

B276.preheader:                                   ; preds = %B276.lr.ph
  br label %B276
}

define internal i32 @first_solutions_part1(ptr %retptr, ptr %excinfo, ptr %arg.tables.0, ptr %arg.tables.1, ptr %arg.tables.2, ptr %arg.tables.3, ptr %arg.tables.4, ptr %arg.tables.5, ptr %arg.tables.6, ptr %arg.tables.7, ptr %arg.tables.8, ptr %arg.tables.9, ptr %arg.tables.10, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, i64 %arg.removed) {
B0.endif:
  %.75 = load i64, ptr %arg.tables.10, align 8
  %.76 = getelementptr i8, ptr %arg.tables.10, i64 8
  %.77 = load i64, ptr %.76, align 8
  %.78 = getelementptr i8, ptr %arg.tables.10, i64 16
  %.79 = load i64, ptr %.78, align 8
  %.171193.not = icmp slt i64 %.75, 1
  br i1 %.171193.not, label %B156.endif, label %B130.preheader

B130.preheader:                                   ; preds = %B0.endif
  %xtraiter = and i64 %.75, 3
  %0 = icmp ult i64 %.75, 4
  br i1 %0, label %B130.epil.preheader, label %B130.preheader.new

B130.preheader.new:                               ; preds = %B130.preheader
  %const = bitcast i64 9223372036854775806 to i64
  %const_mat = add i64 %const, -2
  %unroll_iter = and i64 %.75, %const_mat
  %1 = add nsw i64 %.75, -4
  %2 = lshr i64 %1, 2
  %3 = add nuw nsw i64 %2, 1
  %4 = icmp eq i64 %2, 0
  br i1 %4, label %B130.epil.preheader1, label %B130.preheader.new.new

B130.preheader.new.new:                           ; preds = %B130.preheader.new
  %unroll_iter9 = and i64 %3, %const
  br label %B130

B130:                                             ; preds = %B130, %B130.preheader.new.new
  %lsr.iv113 = phi i64 [ %lsr.iv.next114, %B130 ], [ %unroll_iter9, %B130.preheader.new.new ]
  %.177192194 = phi i64 [ 0, %B130.preheader.new.new ], [ %.184.3.1, %B130 ]
  %sunkaddr118 = mul i64 %.177192194, 8
  %sunkaddr119 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr118
  %.211 = load i64, ptr %sunkaddr119, align 8
  %sunkaddr121 = mul i64 %.177192194, 8
  %sunkaddr122 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr121
  store i64 %.211, ptr %sunkaddr122, align 8
  %sunkaddr123 = mul i64 %.177192194, 8
  %sunkaddr124 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr123
  %sunkaddr125 = getelementptr i8, ptr %sunkaddr124, i64 8
  %.211.1 = load i64, ptr %sunkaddr125, align 8
  %sunkaddr = mul i64 %.177192194, 8
  %sunkaddr126 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr
  %sunkaddr127 = getelementptr i8, ptr %sunkaddr126, i64 8
  store i64 %.211.1, ptr %sunkaddr127, align 8
  %sunkaddr128 = mul i64 %.177192194, 8
  %sunkaddr129 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr128
  %sunkaddr130 = getelementptr i8, ptr %sunkaddr129, i64 16
  %.211.2 = load i64, ptr %sunkaddr130, align 8
  %sunkaddr131 = mul i64 %.177192194, 8
  %sunkaddr132 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr131
  %sunkaddr133 = getelementptr i8, ptr %sunkaddr132, i64 16
  store i64 %.211.2, ptr %sunkaddr133, align 8
  %sunkaddr134 = mul i64 %.177192194, 8
  %sunkaddr135 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr134
  %sunkaddr136 = getelementptr i8, ptr %sunkaddr135, i64 24
  %.211.3 = load i64, ptr %sunkaddr136, align 8
  %sunkaddr137 = mul i64 %.177192194, 8
  %sunkaddr138 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr137
  %sunkaddr139 = getelementptr i8, ptr %sunkaddr138, i64 24
  store i64 %.211.3, ptr %sunkaddr139, align 8
  %sunkaddr140 = mul i64 %.177192194, 8
  %sunkaddr141 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr140
  %sunkaddr142 = getelementptr i8, ptr %sunkaddr141, i64 32
  %.211.110 = load i64, ptr %sunkaddr142, align 8
  %sunkaddr143 = mul i64 %.177192194, 8
  %sunkaddr144 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr143
  %sunkaddr145 = getelementptr i8, ptr %sunkaddr144, i64 32
  store i64 %.211.110, ptr %sunkaddr145, align 8
  %sunkaddr146 = mul i64 %.177192194, 8
  %sunkaddr147 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr146
  %sunkaddr148 = getelementptr i8, ptr %sunkaddr147, i64 40
  %.211.1.1 = load i64, ptr %sunkaddr148, align 8
  %sunkaddr149 = mul i64 %.177192194, 8
  %sunkaddr150 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr149
  %sunkaddr151 = getelementptr i8, ptr %sunkaddr150, i64 40
  store i64 %.211.1.1, ptr %sunkaddr151, align 8
  %sunkaddr152 = mul i64 %.177192194, 8
  %sunkaddr153 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr152
  %sunkaddr154 = getelementptr i8, ptr %sunkaddr153, i64 48
  %.211.2.1 = load i64, ptr %sunkaddr154, align 8
  %sunkaddr155 = mul i64 %.177192194, 8
  %sunkaddr156 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr155
  %sunkaddr157 = getelementptr i8, ptr %sunkaddr156, i64 48
  store i64 %.211.2.1, ptr %sunkaddr157, align 8
  %.184.3.1 = add nuw i64 %.177192194, 8
  %sunkaddr158 = mul i64 %.177192194, 8
  %sunkaddr159 = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr158
  %sunkaddr160 = getelementptr i8, ptr %sunkaddr159, i64 56
  %.211.3.1 = load i64, ptr %sunkaddr160, align 8
  %sunkaddr161 = mul i64 %.177192194, 8
  %sunkaddr162 = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr161
  %sunkaddr163 = getelementptr i8, ptr %sunkaddr162, i64 56
  store i64 %.211.3.1, ptr %sunkaddr163, align 8
  %lsr.iv.next114 = add i64 %lsr.iv113, -2
  %niter.ncmp.1 = icmp eq i64 %lsr.iv.next114, 0
  br i1 %niter.ncmp.1, label %B156.endif.loopexit.unr-lcssa.unr-lcssa, label %B130

B188:                                             ; preds = %B188.preheader.new.new, %B188
  %lsr.iv77 = phi i64 [ %lsr.iv.next78, %B188 ], [ %unroll_iter19, %B188.preheader.new.new ]
  %.310198200 = phi i64 [ 0, %B188.preheader.new.new ], [ %.317.3.1, %B188 ]
  %sunkaddr164 = mul i64 %.310198200, 8
  %sunkaddr165 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr164
  %.344 = load i64, ptr %sunkaddr165, align 8
  %sunkaddr166 = mul i64 %.310198200, 8
  %sunkaddr167 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr166
  store i64 %.344, ptr %sunkaddr167, align 8
  %sunkaddr168 = mul i64 %.310198200, 8
  %sunkaddr169 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr168
  %sunkaddr170 = getelementptr i8, ptr %sunkaddr169, i64 8
  %.344.1 = load i64, ptr %sunkaddr170, align 8
  %sunkaddr171 = mul i64 %.310198200, 8
  %sunkaddr172 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr171
  %sunkaddr173 = getelementptr i8, ptr %sunkaddr172, i64 8
  store i64 %.344.1, ptr %sunkaddr173, align 8
  %sunkaddr174 = mul i64 %.310198200, 8
  %sunkaddr175 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr174
  %sunkaddr176 = getelementptr i8, ptr %sunkaddr175, i64 16
  %.344.2 = load i64, ptr %sunkaddr176, align 8
  %sunkaddr177 = mul i64 %.310198200, 8
  %sunkaddr178 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr177
  %sunkaddr179 = getelementptr i8, ptr %sunkaddr178, i64 16
  store i64 %.344.2, ptr %sunkaddr179, align 8
  %sunkaddr180 = mul i64 %.310198200, 8
  %sunkaddr181 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr180
  %sunkaddr182 = getelementptr i8, ptr %sunkaddr181, i64 24
  %.344.3 = load i64, ptr %sunkaddr182, align 8
  %sunkaddr183 = mul i64 %.310198200, 8
  %sunkaddr184 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr183
  %sunkaddr185 = getelementptr i8, ptr %sunkaddr184, i64 24
  store i64 %.344.3, ptr %sunkaddr185, align 8
  %sunkaddr186 = mul i64 %.310198200, 8
  %sunkaddr187 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr186
  %sunkaddr188 = getelementptr i8, ptr %sunkaddr187, i64 32
  %.344.121 = load i64, ptr %sunkaddr188, align 8
  %sunkaddr189 = mul i64 %.310198200, 8
  %sunkaddr190 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr189
  %sunkaddr191 = getelementptr i8, ptr %sunkaddr190, i64 32
  store i64 %.344.121, ptr %sunkaddr191, align 8
  %sunkaddr192 = mul i64 %.310198200, 8
  %sunkaddr193 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr192
  %sunkaddr194 = getelementptr i8, ptr %sunkaddr193, i64 40
  %.344.1.1 = load i64, ptr %sunkaddr194, align 8
  %sunkaddr195 = mul i64 %.310198200, 8
  %sunkaddr196 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr195
  %sunkaddr197 = getelementptr i8, ptr %sunkaddr196, i64 40
  store i64 %.344.1.1, ptr %sunkaddr197, align 8
  %sunkaddr198 = mul i64 %.310198200, 8
  %sunkaddr199 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr198
  %sunkaddr200 = getelementptr i8, ptr %sunkaddr199, i64 48
  %.344.2.1 = load i64, ptr %sunkaddr200, align 8
  %sunkaddr201 = mul i64 %.310198200, 8
  %sunkaddr202 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr201
  %sunkaddr203 = getelementptr i8, ptr %sunkaddr202, i64 48
  store i64 %.344.2.1, ptr %sunkaddr203, align 8
  %.317.3.1 = add nuw i64 %.310198200, 8
  %sunkaddr204 = mul i64 %.310198200, 8
  %sunkaddr205 = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr204
  %sunkaddr206 = getelementptr i8, ptr %sunkaddr205, i64 56
  %.344.3.1 = load i64, ptr %sunkaddr206, align 8
  %sunkaddr207 = mul i64 %.310198200, 8
  %sunkaddr208 = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr207
  %sunkaddr209 = getelementptr i8, ptr %sunkaddr208, i64 56
  store i64 %.344.3.1, ptr %sunkaddr209, align 8
  %lsr.iv.next78 = add i64 %lsr.iv77, -2
  %niter20.ncmp.1 = icmp eq i64 %lsr.iv.next78, 0
  br i1 %niter20.ncmp.1, label %B214.endif.loopexit.unr-lcssa.unr-lcssa, label %B188

B280:                                             ; preds = %B280.preheader.new, %B428.1
  %.454205207 = phi i64 [ 0, %B280.preheader.new ], [ %.461.1, %B428.1 ]
  %sunkaddr210 = mul i64 %.454205207, 8
  %sunkaddr211 = getelementptr i8, ptr %arg.tables.7, i64 %sunkaddr210
  %.492 = load i64, ptr %sunkaddr211, align 8
  %.493 = icmp sgt i64 %.492, 63
  %5 = shl nuw i64 1, %.492
  %6 = and i64 %5, %arg.removed
  %.513.not190 = icmp eq i64 %6, 0
  %.513.not = select i1 %.493, i1 true, i1 %.513.not190
  br i1 %.513.not, label %B414, label %B428

B414:                                             ; preds = %B280
  %sunkaddr212 = mul i64 %.454205207, 8
  %sunkaddr213 = getelementptr i8, ptr %arg.tables.8, i64 %sunkaddr212
  %.522 = load i64, ptr %sunkaddr213, align 8
  br label %B428

B428:                                             ; preds = %B414, %B280
  %"$phi428.1.2.1" = phi i64 [ %.522, %B414 ], [ 0, %B280 ]
  %sunkaddr214 = mul i64 %.454205207, 8
  %sunkaddr215 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr214
  store i64 %"$phi428.1.2.1", ptr %sunkaddr215, align 8
  %.461.1 = add nuw i64 %.454205207, 2
  %sunkaddr216 = mul i64 %.454205207, 8
  %sunkaddr217 = getelementptr i8, ptr %arg.tables.7, i64 %sunkaddr216
  %sunkaddr218 = getelementptr i8, ptr %sunkaddr217, i64 8
  %.492.1 = load i64, ptr %sunkaddr218, align 8
  %.493.1 = icmp sgt i64 %.492.1, 63
  %7 = shl nuw i64 1, %.492.1
  %8 = and i64 %7, %arg.removed
  %.513.not190.1 = icmp eq i64 %8, 0
  %.513.not.1 = select i1 %.493.1, i1 true, i1 %.513.not190.1
  br i1 %.513.not.1, label %B414.1, label %B428.1

B414.1:                                           ; preds = %B428
  %sunkaddr219 = mul i64 %.454205207, 8
  %sunkaddr220 = getelementptr i8, ptr %arg.tables.8, i64 %sunkaddr219
  %sunkaddr221 = getelementptr i8, ptr %sunkaddr220, i64 8
  %.522.1 = load i64, ptr %sunkaddr221, align 8
  br label %B428.1

B428.1:                                           ; preds = %B414.1, %B428
  %"$phi428.1.2.1.1" = phi i64 [ %.522.1, %B414.1 ], [ 0, %B428 ]
  %sunkaddr222 = mul i64 %.454205207, 8
  %sunkaddr223 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr222
  %sunkaddr224 = getelementptr i8, ptr %sunkaddr223, i64 8
  store i64 %"$phi428.1.2.1.1", ptr %sunkaddr224, align 8
  %niter13.ncmp.1 = icmp eq i64 %unroll_iter12, %.461.1
  br i1 %niter13.ncmp.1, label %B438.loopexit.unr-lcssa, label %B280

B438.loopexit.unr-lcssa:                          ; preds = %B428.1
  %9 = and i64 %.79, 1
  %lcmp.mod10.not = icmp eq i64 %9, 0
  br i1 %lcmp.mod10.not, label %B438, label %B280.epil.preheader

B280.epil.preheader:                              ; preds = %B280.preheader, %B438.loopexit.unr-lcssa
  %.454205207.epil.init = phi i64 [ 0, %B280.preheader ], [ %unroll_iter12, %B438.loopexit.unr-lcssa ]
  %.491.epil = getelementptr i64, ptr %arg.tables.7, i64 %.454205207.epil.init
  %.492.epil = load i64, ptr %.491.epil, align 8
  %.493.epil = icmp sgt i64 %.492.epil, 63
  %10 = shl nuw i64 1, %.492.epil
  %11 = and i64 %10, %arg.removed
  %.513.not190.epil = icmp eq i64 %11, 0
  %.513.not.epil = select i1 %.493.epil, i1 true, i1 %.513.not190.epil
  br i1 %.513.not.epil, label %B414.epil, label %B428.epil

B414.epil:                                        ; preds = %B280.epil.preheader
  %.521.epil = getelementptr i64, ptr %arg.tables.8, i64 %.454205207.epil.init
  %.522.epil = load i64, ptr %.521.epil, align 8
  br label %B428.epil

B428.epil:                                        ; preds = %B414.epil, %B280.epil.preheader
  %"$phi428.1.2.1.epil" = phi i64 [ %.522.epil, %B414.epil ], [ 0, %B280.epil.preheader ]
  %.529.epil = getelementptr i64, ptr %arg.stack.3, i64 %.454205207.epil.init
  store i64 %"$phi428.1.2.1.epil", ptr %.529.epil, align 8
  br label %B438

B438:                                             ; preds = %B214.endif, %B428.epil, %B438.loopexit.unr-lcssa
  %.551.not = icmp eq i64 %arg.removed, 0
  br i1 %.551.not, label %B648, label %B442.endif.preheader

B442.endif.preheader:                             ; preds = %B438
  br label %B442.endif

B582:                                             ; preds = %B582.preheader, %B582
  %lsr.iv16 = phi i64 [ %30, %B582.preheader ], [ %lsr.iv.next17, %B582 ]
  %lsr.iv = phi i64 [ %28, %B582.preheader ], [ %lsr.iv.next, %B582 ]
  %scevgep20 = getelementptr i8, ptr %arg.stack.0, i64 %lsr.iv16
  %scevgep21 = getelementptr i8, ptr %scevgep20, i64 -8
  %.699 = load i64, ptr %scevgep21, align 8
  %scevgep = getelementptr i8, ptr %26, i64 %lsr.iv16
  %scevgep18 = getelementptr i8, ptr %scevgep, i64 -8
  %.706 = load i64, ptr %scevgep18, align 8
  %.707 = xor i64 %.706, -1
  %.708 = and i64 %.699, %.707
  store i64 %.708, ptr %scevgep21, align 8
  %.699.1 = load i64, ptr %scevgep20, align 8
  %.706.1 = load i64, ptr %scevgep, align 8
  %.707.1 = xor i64 %.706.1, -1
  %.708.1 = and i64 %.699.1, %.707.1
  store i64 %.708.1, ptr %scevgep20, align 8
  %lsr.iv.next = add i64 %lsr.iv, -2
  %lsr.iv.next17 = add i64 %lsr.iv16, 16
  %.659.1 = icmp ugt i64 %lsr.iv.next, 2
  br i1 %.659.1, label %B582, label %B644

B644:                                             ; preds = %B582.prol.loopexit, %B442.endif, %B582
  %.723.not = icmp eq i64 %.566, 0
  br i1 %.723.not, label %B648, label %B442.endif

B648:                                             ; preds = %B644, %B438
  store i64 0, ptr %arg.stack.5, align 8
  %.748 = getelementptr i8, ptr %arg.stack.5, i64 8
  store i64 1, ptr %.748, align 8
  store ptr null, ptr %retptr, align 8
  ret i32 0

B156.endif.loopexit.unr-lcssa.unr-lcssa:          ; preds = %B130
  %12 = and i64 %3, 1
  %lcmp.mod.not22 = icmp eq i64 %12, 0
  br i1 %lcmp.mod.not22, label %B156.endif.loopexit.unr-lcssa, label %B130.epil.preheader1

B130.epil.preheader1:                             ; preds = %B156.endif.loopexit.unr-lcssa.unr-lcssa, %B130.preheader.new
  %.177192194.epil.init7 = phi i64 [ 0, %B130.preheader.new ], [ %.184.3.1, %B156.endif.loopexit.unr-lcssa.unr-lcssa ]
  %sunkaddr.epil = shl i64 %.177192194.epil.init7, 3
  %sunkaddr77.epil = getelementptr i8, ptr %arg.tables.0, i64 %sunkaddr.epil
  %.211.epil5 = load i64, ptr %sunkaddr77.epil, align 8
  %sunkaddr79.epil = getelementptr i8, ptr %arg.stack.0, i64 %sunkaddr.epil
  store i64 %.211.epil5, ptr %sunkaddr79.epil, align 8
  %sunkaddr82.epil = getelementptr i8, ptr %sunkaddr77.epil, i64 8
  %.211.1.epil = load i64, ptr %sunkaddr82.epil, align 8
  %sunkaddr85.epil = getelementptr i8, ptr %sunkaddr79.epil, i64 8
  store i64 %.211.1.epil, ptr %sunkaddr85.epil, align 8
  %sunkaddr88.epil = getelementptr i8, ptr %sunkaddr77.epil, i64 16
  %.211.2.epil = load i64, ptr %sunkaddr88.epil, align 8
  %sunkaddr91.epil = getelementptr i8, ptr %sunkaddr79.epil, i64 16
  store i64 %.211.2.epil, ptr %sunkaddr91.epil, align 8
  %sunkaddr94.epil = getelementptr i8, ptr %sunkaddr77.epil, i64 24
  %.211.3.epil = load i64, ptr %sunkaddr94.epil, align 8
  %sunkaddr97.epil = getelementptr i8, ptr %sunkaddr79.epil, i64 24
  store i64 %.211.3.epil, ptr %sunkaddr97.epil, align 8
  br label %B156.endif.loopexit.unr-lcssa

B156.endif.loopexit.unr-lcssa:                    ; preds = %B130.epil.preheader1, %B156.endif.loopexit.unr-lcssa.unr-lcssa
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %B156.endif, label %B130.epil.preheader

B130.epil.preheader:                              ; preds = %B156.endif.loopexit.unr-lcssa, %B130.preheader
  %.177192194.epil.init = phi i64 [ 0, %B130.preheader ], [ %unroll_iter, %B156.endif.loopexit.unr-lcssa ]
  %13 = shl i64 %.177192194.epil.init, 3
  %scevgep55 = getelementptr i8, ptr %arg.stack.0, i64 %13
  %scevgep57 = getelementptr i8, ptr %arg.tables.0, i64 %13
  br label %B130.epil

B130.epil:                                        ; preds = %B130.epil, %B130.epil.preheader
  %epil.iter = phi i64 [ %epil.iter.next, %B130.epil ], [ 0, %B130.epil.preheader ]
  %14 = shl i64 %epil.iter, 3
  %scevgep80 = getelementptr i8, ptr %scevgep57, i64 %14
  %.211.epil = load i64, ptr %scevgep80, align 8
  %15 = shl i64 %epil.iter, 3
  %scevgep79 = getelementptr i8, ptr %scevgep55, i64 %15
  store i64 %.211.epil, ptr %scevgep79, align 8
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %xtraiter, %epil.iter.next
  br i1 %epil.iter.cmp.not, label %B156.endif, label %B130.epil

B156.endif:                                       ; preds = %B130.epil, %B156.endif.loopexit.unr-lcssa, %B0.endif
  %.304199.not = icmp slt i64 %.77, 1
  br i1 %.304199.not, label %B214.endif, label %B188.preheader

B188.preheader:                                   ; preds = %B156.endif
  %xtraiter2 = and i64 %.77, 3
  %16 = icmp ult i64 %.77, 4
  br i1 %16, label %B188.epil.preheader, label %B188.preheader.new

B188.preheader.new:                               ; preds = %B188.preheader
  %const115 = bitcast i64 9223372036854775806 to i64
  %const_mat116 = add i64 %const115, -2
  %unroll_iter6 = and i64 %.77, %const_mat116
  %17 = add nsw i64 %.77, -4
  %18 = lshr i64 %17, 2
  %19 = add nuw nsw i64 %18, 1
  %20 = icmp eq i64 %18, 0
  br i1 %20, label %B188.epil.preheader11, label %B188.preheader.new.new

B188.preheader.new.new:                           ; preds = %B188.preheader.new
  %unroll_iter19 = and i64 %19, %const115
  br label %B188

B214.endif.loopexit.unr-lcssa.unr-lcssa:          ; preds = %B188
  %21 = and i64 %19, 1
  %lcmp.mod17.not = icmp eq i64 %21, 0
  br i1 %lcmp.mod17.not, label %B214.endif.loopexit.unr-lcssa, label %B188.epil.preheader11

B188.epil.preheader11:                            ; preds = %B214.endif.loopexit.unr-lcssa.unr-lcssa, %B188.preheader.new
  %.310198200.epil.init16 = phi i64 [ 0, %B188.preheader.new ], [ %.317.3.1, %B214.endif.loopexit.unr-lcssa.unr-lcssa ]
  %sunkaddr98.epil = shl i64 %.310198200.epil.init16, 3
  %sunkaddr99.epil = getelementptr i8, ptr %arg.tables.5, i64 %sunkaddr98.epil
  %.344.epil14 = load i64, ptr %sunkaddr99.epil, align 8
  %sunkaddr101.epil = getelementptr i8, ptr %arg.stack.2, i64 %sunkaddr98.epil
  store i64 %.344.epil14, ptr %sunkaddr101.epil, align 8
  %sunkaddr104.epil = getelementptr i8, ptr %sunkaddr99.epil, i64 8
  %.344.1.epil = load i64, ptr %sunkaddr104.epil, align 8
  %sunkaddr107.epil = getelementptr i8, ptr %sunkaddr101.epil, i64 8
  store i64 %.344.1.epil, ptr %sunkaddr107.epil, align 8
  %sunkaddr110.epil = getelementptr i8, ptr %sunkaddr99.epil, i64 16
  %.344.2.epil = load i64, ptr %sunkaddr110.epil, align 8
  %sunkaddr113.epil = getelementptr i8, ptr %sunkaddr101.epil, i64 16
  store i64 %.344.2.epil, ptr %sunkaddr113.epil, align 8
  %sunkaddr116.epil = getelementptr i8, ptr %sunkaddr99.epil, i64 24
  %.344.3.epil = load i64, ptr %sunkaddr116.epil, align 8
  %sunkaddr119.epil = getelementptr i8, ptr %sunkaddr101.epil, i64 24
  store i64 %.344.3.epil, ptr %sunkaddr119.epil, align 8
  br label %B214.endif.loopexit.unr-lcssa

B214.endif.loopexit.unr-lcssa:                    ; preds = %B188.epil.preheader11, %B214.endif.loopexit.unr-lcssa.unr-lcssa
  %lcmp.mod4.not = icmp eq i64 %xtraiter2, 0
  br i1 %lcmp.mod4.not, label %B214.endif, label %B188.epil.preheader

B188.epil.preheader:                              ; preds = %B214.endif.loopexit.unr-lcssa, %B188.preheader
  %.310198200.epil.init = phi i64 [ 0, %B188.preheader ], [ %unroll_iter6, %B214.endif.loopexit.unr-lcssa ]
  %22 = shl i64 %.310198200.epil.init, 3
  %scevgep35 = getelementptr i8, ptr %arg.stack.2, i64 %22
  %scevgep37 = getelementptr i8, ptr %arg.tables.5, i64 %22
  br label %B188.epil

B188.epil:                                        ; preds = %B188.epil, %B188.epil.preheader
  %epil.iter3 = phi i64 [ %epil.iter3.next, %B188.epil ], [ 0, %B188.epil.preheader ]
  %23 = shl i64 %epil.iter3, 3
  %scevgep40 = getelementptr i8, ptr %scevgep37, i64 %23
  %.344.epil = load i64, ptr %scevgep40, align 8
  %24 = shl i64 %epil.iter3, 3
  %scevgep39 = getelementptr i8, ptr %scevgep35, i64 %24
  store i64 %.344.epil, ptr %scevgep39, align 8
  %epil.iter3.next = add i64 %epil.iter3, 1
  %epil.iter3.cmp.not = icmp eq i64 %xtraiter2, %epil.iter3.next
  br i1 %epil.iter3.cmp.not, label %B214.endif, label %B188.epil

B214.endif:                                       ; preds = %B188.epil, %B214.endif.loopexit.unr-lcssa, %B156.endif
  %.357 = load i64, ptr %arg.stack.2, align 8
  %.359 = xor i64 %arg.removed, -1
  %.360 = and i64 %.357, %.359
  store i64 %.360, ptr %arg.stack.2, align 8
  %.448206.not = icmp slt i64 %.79, 1
  br i1 %.448206.not, label %B438, label %B280.preheader

B280.preheader:                                   ; preds = %B214.endif
  %25 = icmp eq i64 %.79, 1
  br i1 %25, label %B280.epil.preheader, label %B280.preheader.new

B280.preheader.new:                               ; preds = %B280.preheader
  %const117 = bitcast i64 9223372036854775806 to i64
  %unroll_iter12 = and i64 %.79, %const117
  br label %B280

B442.endif:                                       ; preds = %B644, %B442.endif.preheader
  %removed.2.0 = phi i64 [ %.566, %B644 ], [ %arg.removed, %B442.endif.preheader ]
  %.559 = tail call i64 @llvm.cttz.i64(i64 %removed.2.0, i1 true)
  %.564 = add i64 %removed.2.0, -1
  %.566 = and i64 %.564, %removed.2.0
  %.574 = getelementptr i64, ptr %arg.tables.2, i64 %.559
  %.575 = load i64, ptr %.574, align 8
  %.578 = getelementptr i64, ptr %arg.tables.3, i64 %.559
  %.579 = load i64, ptr %.578, align 8
  %.616 = sub i64 %.579, %.575
  %.659213.not = icmp slt i64 %.616, 1
  br i1 %.659213.not, label %B644, label %B582.lr.ph

B582.lr.ph:                                       ; preds = %B442.endif
  %.702 = mul i64 %.559, %.75
  %26 = getelementptr i64, ptr %arg.tables.1, i64 %.702
  %.neg = add i64 %.575, 1
  %xtraiter14 = and i64 %.616, 1
  %lcmp.mod15.not = icmp eq i64 %xtraiter14, 0
  br i1 %lcmp.mod15.not, label %B582.prol.loopexit, label %B582.prol

B582.prol:                                        ; preds = %B582.lr.ph
  %.668.prol = add nsw i64 %.616, -1
  %.698.prol = getelementptr i64, ptr %arg.stack.0, i64 %.575
  %.699.prol = load i64, ptr %.698.prol, align 8
  %.705.prol = getelementptr i64, ptr %26, i64 %.575
  %.706.prol = load i64, ptr %.705.prol, align 8
  %.707.prol = xor i64 %.706.prol, -1
  %.708.prol = and i64 %.699.prol, %.707.prol
  store i64 %.708.prol, ptr %.698.prol, align 8
  br label %B582.prol.loopexit

B582.prol.loopexit:                               ; preds = %B582.prol, %B582.lr.ph
  %.658211215.unr = phi i64 [ %.616, %B582.lr.ph ], [ %.668.prol, %B582.prol ]
  %.665212214.unr = phi i64 [ %.575, %B582.lr.ph ], [ %.neg, %B582.prol ]
  %27 = icmp eq i64 %.579, %.neg
  br i1 %27, label %B644, label %B582.preheader

B582.preheader:                                   ; preds = %B582.prol.loopexit
  %28 = add nuw i64 %.658211215.unr, 2
  %29 = shl i64 %.665212214.unr, 3
  %30 = add i64 %29, 8
  br label %B582
}

declare i64 @llvm.cttz.i64(i64, i1 immarg)

define internal i32 @first_solutions_part3(ptr %retptr, ptr %excinfo, ptr %arg.tables.0, ptr %arg.tables.1, ptr %arg.tables.2, ptr %arg.tables.3, ptr %arg.tables.4, ptr %arg.tables.5, ptr %arg.tables.6, ptr %arg.tables.7, ptr %arg.tables.8, ptr %arg.tables.9, ptr %arg.tables.10, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, i64 %arg.budget) {
B0:
  %.81 = load i64, ptr %arg.tables.10, align 8
  %.82 = getelementptr i8, ptr %arg.tables.10, i64 8
  %.83 = load i64, ptr %.82, align 8
  %.84 = getelementptr i8, ptr %arg.tables.10, i64 16
  %.85 = load i64, ptr %.84, align 8
  %.88 = getelementptr i8, ptr %arg.tables.10, i64 32
  %.89 = load i64, ptr %.88, align 8
  %.137 = load i64, ptr %arg.stack.5, align 8
  %.139 = getelementptr i8, ptr %arg.stack.5, i64 8
  %.140 = load i64, ptr %.139, align 8
  %.1871258 = icmp sgt i64 %.137, -1
  br i1 %.1871258, label %B236.preheader.lr.ph, label %B2224.thread

B236.preheader.lr.ph:                             ; preds = %B0
  %const233 = bitcast i64 9223372036854775806 to i64
  %const = bitcast i64 1099511627776 to i64
  %.86 = getelementptr i8, ptr %arg.tables.10, i64 24
  %.87 = load i64, ptr %.86, align 8
  %..81 = tail call i64 @llvm.smax.i64(i64 %.81, i64 0)
  %unroll_iter = and i64 %.81, %const233
  %xtraiter87 = and i64 %.81, 3
  %const_mat = add i64 %const233, -2
  %unroll_iter90 = and i64 %.81, %const_mat
  %unroll_iter96 = and i64 %.83, %const233
  %xtraiter98 = and i64 %.85, 3
  %const_mat234 = add i64 %const233, -2
  %unroll_iter102 = and i64 %.85, %const_mat234
  %0 = shl i64 %.81, 3
  %scevgep122 = getelementptr i8, ptr %arg.stack.1, i64 8
  %scevgep127 = getelementptr i8, ptr %arg.stack.0, i64 8
  %scevgep132 = getelementptr i8, ptr %arg.tables.1, i64 8
  %scevgep144 = getelementptr i8, ptr %arg.stack.0, i64 -8
  %scevgep150 = getelementptr i8, ptr %arg.stack.0, i64 24
  %scevgep186 = getelementptr i8, ptr %arg.stack.2, i64 8
  %1 = shl i64 %.83, 3
  %scevgep191 = getelementptr i8, ptr %arg.tables.6, i64 8
  %scevgep201 = getelementptr i8, ptr %arg.stack.3, i64 24
  %2 = shl i64 %.85, 3
  %invariant.gep = getelementptr i64, ptr %arg.tables.1, i64 %unroll_iter
  %invariant.gep22 = getelementptr i64, ptr %arg.stack.2, i64 %unroll_iter96
  %invariant.gep24 = getelementptr i64, ptr %arg.tables.6, i64 %unroll_iter96
  %invariant.gep26 = getelementptr i64, ptr %arg.stack.2, i64 %unroll_iter96
  %3 = add nsw i64 %unroll_iter, -2
  %4 = lshr i64 %3, 1
  %5 = add nuw i64 %4, 1
  %6 = add nsw i64 %unroll_iter96, -2
  %7 = lshr i64 %6, 1
  %8 = add nuw i64 %7, 1
  %9 = add nsw i64 %unroll_iter102, -4
  %10 = lshr i64 %9, 2
  %11 = add nuw nsw i64 %10, 1
  %unroll_iter40 = and i64 %5, -2
  %unroll_iter54 = and i64 %8, -2
  %unroll_iter68 = and i64 %11, %const233
  %12 = shl i64 %.81, 3
  %scevgep = getelementptr i8, ptr %arg.stack.0, i64 24
  %scevgep85 = getelementptr i8, ptr %arg.tables.1, i64 24
  %scevgep92 = getelementptr i8, ptr %arg.stack.1, i64 24
  %scevgep109 = getelementptr i8, ptr %arg.tables.4, i64 24
  %13 = shl i64 %.81, 3
  %14 = shl i64 %.81, 3
  %scevgep138 = getelementptr i8, ptr %arg.stack.2, i64 24
  %scevgep153 = getelementptr i8, ptr %arg.tables.6, i64 24
  %15 = shl i64 %.83, 3
  %scevgep162 = getelementptr i8, ptr %arg.stack.2, i64 24
  %scevgep172 = getelementptr i8, ptr %arg.stack.3, i64 56
  %scevgep194 = getelementptr i8, ptr %arg.stack.3, i64 56
  br label %B236

B236:                                             ; preds = %B1910.endif, %B2317, %B2194, %B236.preheader.lr.ph
  %entering.3.1 = phi i64 [ %.140, %B236.preheader.lr.ph ], [ 0, %B2317 ], [ 1, %B1910.endif ], [ 1, %B2194 ]
  %depth.7.1 = phi i64 [ %.137, %B236.preheader.lr.ph ], [ %depth.6.1, %B2317 ], [ %.214, %B1910.endif ], [ %.214, %B2194 ]
  %nodes.2.1 = phi i64 [ 0, %B236.preheader.lr.ph ], [ %nodes.5.1, %B2317 ], [ %nodes.3.2, %B1910.endif ], [ %nodes.3.2, %B2194 ]
  %.212 = mul i64 %depth.7.1, %.81
  %.214 = add i64 %depth.7.1, 1
  %.216 = mul i64 %.214, %.81
  %.225 = mul nsw i64 %depth.7.1, %.83
  %.229 = mul nsw i64 %.214, %.83
  %.238 = mul nsw i64 %depth.7.1, %.85
  %.242 = mul nsw i64 %.214, %.85
  %.250.not = icmp eq i64 %entering.3.1, 0
  br i1 %.250.not, label %B1324.endif, label %B320

B320:                                             ; preds = %B236
  %.258.not = icmp slt i64 %nodes.2.1, %arg.budget
  br i1 %.258.not, label %B350.endif, label %B2224.thread

B454:                                             ; preds = %B454.lr.ph, %B820
  %lsr.iv110 = phi i64 [ 0, %B454.lr.ph ], [ %lsr.iv.next111, %B820 ]
  %least.5.3966 = phi i64 [ %const, %B454.lr.ph ], [ %least.6.5821, %B820 ]
  %item.9.3965 = phi i64 [ -1, %B454.lr.ph ], [ %item.6.5820, %B820 ]
  %open_items.7.3964 = phi i1 [ false, %B454.lr.ph ], [ %open_items.6.5819, %B820 ]
  %.449951962 = phi i64 [ 0, %B454.lr.ph ], [ %.456, %B820 ]
  %.456 = add nuw nsw i64 %.449951962, 1
  %.520 = getelementptr i64, ptr %47, i64 %.449951962
  %.521 = load i64, ptr %.520, align 8
  %.525.not = icmp eq i64 %.521, 0
  br i1 %.525.not, label %B820, label %B482.endif.preheader

B482.endif.preheader:                             ; preds = %B454
  %.542 = shl nsw i64 %.449951962, 6
  br label %B482.endif

B678:                                             ; preds = %B678.lr.ph, %B678
  %lsr.iv112 = phi i64 [ %50, %B678.lr.ph ], [ %lsr.iv.next113, %B678 ]
  %lsr.iv = phi i64 [ %49, %B678.lr.ph ], [ %lsr.iv.next, %B678 ]
  %freedom.5.6942 = phi i64 [ 0, %B678.lr.ph ], [ %.699, %B678 ]
  %scevgep115 = getelementptr i8, ptr %48, i64 %lsr.iv112
  %.688 = load i64, ptr %scevgep115, align 8
  %scevgep78 = getelementptr i8, ptr %scevgep77, i64 %lsr.iv112
  %.695 = load i64, ptr %scevgep78, align 8
  %.696 = and i64 %.695, %.688
  %.697 = tail call i64 @llvm.ctpop.i64(i64 %.696)
  %.699 = add nuw nsw i64 %.697, %freedom.5.6942
  %lsr.iv.next = add i64 %lsr.iv, -1
  %lsr.iv.next113 = add i64 %lsr.iv112, 8
  %.646 = icmp ugt i64 %lsr.iv.next, 1
  br i1 %.646, label %B678, label %B766

B766:                                             ; preds = %B678
  %.719 = icmp slt i64 %.699, %least.3.4
  br i1 %.719, label %B778, label %B800

B766.thread:                                      ; preds = %B482.endif
  %.7191479 = icmp sgt i64 %least.3.4, 0
  br i1 %.7191479, label %B822.endif, label %B800

B778:                                             ; preds = %B766
  %.740 = icmp eq i64 %.699, 0
  br i1 %.740, label %B822.endif, label %B800

B800:                                             ; preds = %B778, %B766.thread, %B766
  %item.7.6 = phi i64 [ %.543, %B778 ], [ %item.8.4, %B766 ], [ %item.8.4, %B766.thread ]
  %least.4.6 = phi i64 [ %.699, %B778 ], [ %least.3.4, %B766 ], [ %least.3.4, %B766.thread ]
  %.801.not = icmp eq i64 %.550, 0
  br i1 %.801.not, label %B804, label %B482.endif

B804:                                             ; preds = %B800
  %.819 = icmp eq i64 %least.4.6, 0
  br i1 %.819, label %B822.endif, label %B820

B820:                                             ; preds = %B804, %B454
  %least.6.5821 = phi i64 [ %least.4.6, %B804 ], [ %least.5.3966, %B454 ]
  %item.6.5820 = phi i64 [ %item.7.6, %B804 ], [ %item.9.3965, %B454 ]
  %open_items.6.5819 = phi i1 [ true, %B804 ], [ %open_items.7.3964, %B454 ]
  %lsr.iv.next111 = add i64 %lsr.iv110, 64
  %exitcond.not = icmp eq i64 %.83, %.456
  br i1 %exitcond.not, label %B822.endif, label %B454

B854:                                             ; preds = %B854.lr.ph, %B1164
  %least.7.31005 = phi i64 [ %least.9.4, %B854.lr.ph ], [ %least.8.4, %B1164 ]
  %item.3.31004 = phi i64 [ %item.5.4, %B854.lr.ph ], [ %item.4.4, %B1164 ]
  %open_items.3.31003 = phi i1 [ %open_items.5.4, %B854.lr.ph ], [ %open_items.4.4, %B1164 ]
  %.9699911001 = phi i64 [ 0, %B854.lr.ph ], [ %.976, %B1164 ]
  %.976 = add nuw nsw i64 %.9699911001, 1
  %.1020 = getelementptr i64, ptr %54, i64 %.9699911001
  %.1021 = load i64, ptr %.1020, align 8
  %.1022 = icmp sgt i64 %.1021, 0
  %.1036 = icmp sgt i64 %least.7.31005, 0
  %or.cond = select i1 %.1022, i1 %.1036, i1 false
  br i1 %or.cond, label %B898.endif, label %B1164

B1004:                                            ; preds = %B1004.lr.ph, %B1004
  %lsr.iv118 = phi i64 [ %58, %B1004.lr.ph ], [ %lsr.iv.next119, %B1004 ]
  %lsr.iv116 = phi i64 [ %57, %B1004.lr.ph ], [ %lsr.iv.next117, %B1004 ]
  %freedom.6.5986 = phi i64 [ %.1062, %B1004.lr.ph ], [ %.1206, %B1004 ]
  %scevgep121 = getelementptr i8, ptr %55, i64 %lsr.iv118
  %.1195 = load i64, ptr %scevgep121, align 8
  %scevgep120 = getelementptr i8, ptr %56, i64 %lsr.iv118
  %.1202 = load i64, ptr %scevgep120, align 8
  %.1203 = and i64 %.1202, %.1195
  %.1204 = tail call i64 @llvm.ctpop.i64(i64 %.1203)
  %.1206 = add nsw i64 %.1204, %freedom.6.5986
  %lsr.iv.next117 = add i64 %lsr.iv116, -1
  %lsr.iv.next119 = add i64 %lsr.iv118, 8
  %.1153 = icmp ugt i64 %lsr.iv.next117, 1
  br i1 %.1153, label %B1004, label %B1092

B1092:                                            ; preds = %B898.endif, %B1004
  %freedom.6.5.lcssa = phi i64 [ %.1062, %B898.endif ], [ %.1206, %B1004 ]
  %spec.select = tail call i64 @llvm.smax.i64(i64 %freedom.6.5.lcssa, i64 0)
  %.1239 = icmp slt i64 %freedom.6.5.lcssa, %least.7.31005
  %spec.select902 = select i1 %.1239, i64 %.1050, i64 %item.3.31004
  %spec.select903 = select i1 %.1239, i64 %spec.select, i64 %least.7.31005
  br label %B1164

B1164:                                            ; preds = %B1092, %B854
  %open_items.4.4 = phi i1 [ %open_items.3.31003, %B854 ], [ true, %B1092 ]
  %item.4.4 = phi i64 [ %item.3.31004, %B854 ], [ %spec.select902, %B1092 ]
  %least.8.4 = phi i64 [ %least.7.31005, %B854 ], [ %spec.select903, %B1092 ]
  %exitcond1470.not = icmp eq i64 %.87, %.976
  br i1 %exitcond1470.not, label %B1166, label %B854

B1166:                                            ; preds = %B822.endif, %B1164
  %open_items.3.3.lcssa = phi i1 [ %open_items.5.4, %B822.endif ], [ %open_items.4.4, %B1164 ]
  %item.3.3.lcssa = phi i64 [ %item.5.4, %B822.endif ], [ %item.4.4, %B1164 ]
  %least.7.3.lcssa = phi i64 [ %least.9.4, %B822.endif ], [ %least.8.4, %B1164 ]
  br i1 %open_items.3.3.lcssa, label %B1198, label %B2300

B1198:                                            ; preds = %B1166
  %.1365 = icmp eq i64 %least.7.3.lcssa, 0
  br i1 %.1365, label %B2317, label %B1224.endif

B1256:                                            ; preds = %B1256.preheader75, %B1256
  %lsr.iv99 = phi i64 [ %unroll_iter40, %B1256.preheader75 ], [ %lsr.iv.next100, %B1256 ]
  %.149510141016 = phi i64 [ %.1502.1.1, %B1256 ], [ 0, %B1256.preheader75 ]
  %16 = shl i64 %.149510141016, 3
  %scevgep82 = getelementptr i8, ptr %scevgep79, i64 %16
  %scevgep83 = getelementptr i8, ptr %scevgep82, i64 -16
  %scevgep84 = getelementptr i8, ptr %scevgep82, i64 -24
  %.1535 = load i64, ptr %scevgep84, align 8
  %17 = shl i64 %.149510141016, 3
  %scevgep89 = getelementptr i8, ptr %scevgep86, i64 %17
  %scevgep90 = getelementptr i8, ptr %scevgep89, i64 -16
  %scevgep91 = getelementptr i8, ptr %scevgep89, i64 -24
  %.1542 = load i64, ptr %scevgep91, align 8
  %.1543 = and i64 %.1542, %.1535
  %18 = shl i64 %.149510141016, 3
  %scevgep96 = getelementptr i8, ptr %scevgep93, i64 %18
  %scevgep97 = getelementptr i8, ptr %scevgep96, i64 -16
  %scevgep98 = getelementptr i8, ptr %scevgep96, i64 -24
  store i64 %.1543, ptr %scevgep98, align 8
  %.1535.1 = load i64, ptr %scevgep83, align 8
  %.1542.1 = load i64, ptr %scevgep90, align 8
  %.1543.1 = and i64 %.1542.1, %.1535.1
  store i64 %.1543.1, ptr %scevgep97, align 8
  %.1502.1 = shl i64 %.149510141016, 3
  %scevgep80 = getelementptr i8, ptr %scevgep79, i64 %.1502.1
  %scevgep81 = getelementptr i8, ptr %scevgep80, i64 -8
  %.1535.141 = load i64, ptr %scevgep81, align 8
  %19 = shl i64 %.149510141016, 3
  %scevgep87 = getelementptr i8, ptr %scevgep86, i64 %19
  %scevgep88 = getelementptr i8, ptr %scevgep87, i64 -8
  %.1542.142 = load i64, ptr %scevgep88, align 8
  %.1543.143 = and i64 %.1542.142, %.1535.141
  %20 = shl i64 %.149510141016, 3
  %scevgep94 = getelementptr i8, ptr %scevgep93, i64 %20
  %scevgep95 = getelementptr i8, ptr %scevgep94, i64 -8
  store i64 %.1543.143, ptr %scevgep95, align 8
  %.1502.1.1 = add i64 %.149510141016, 4
  %.1535.1.1 = load i64, ptr %scevgep80, align 8
  %.1542.1.1 = load i64, ptr %scevgep87, align 8
  %.1543.1.1 = and i64 %.1542.1.1, %.1535.1.1
  store i64 %.1543.1.1, ptr %scevgep94, align 8
  %lsr.iv.next100 = add i64 %lsr.iv99, -2
  %niter.ncmp.144 = icmp eq i64 %lsr.iv.next100, 0
  br i1 %niter.ncmp.144, label %B1324.endif.loopexit.unr-lcssa.unr-lcssa, label %B1256

B1394:                                            ; preds = %B1324.endif, %B1396
  %lsr.iv111 = phi i64 [ -64, %B1324.endif ], [ %lsr.iv.next112, %B1396 ]
  %lsr.iv137 = phi i64 [ %lsr.iv.next138, %B1396 ], [ 64, %B1324.endif ]
  %.16571022 = phi i64 [ %.1664, %B1396 ], [ 0, %B1324.endif ]
  %exitcond1472.not = icmp eq i64 %..81, %.16571022
  br i1 %exitcond1472.not, label %B2317, label %B1396

B1396:                                            ; preds = %B1394
  %.1664 = add nuw i64 %.16571022, 1
  %21 = shl i64 %.16571022, 3
  %scevgep143 = getelementptr i8, ptr %scevgep142, i64 %21
  %.1699 = load i64, ptr %scevgep143, align 8
  %.1704.not = icmp eq i64 %.1699, 0
  %lsr.iv.next138 = add i64 %lsr.iv137, -64
  %lsr.iv.next112 = add i64 %lsr.iv111, 64
  br i1 %.1704.not, label %B1394, label %B1602

B1602:                                            ; preds = %B1396
  %22 = icmp sgt i64 %.81, 0
  %23 = shl i64 %.1664, 3
  %scevgep140 = getelementptr i8, ptr %scevgep142, i64 %23
  %scevgep141 = getelementptr i8, ptr %scevgep140, i64 -8
  %.1711 = tail call i64 @llvm.cttz.i64(i64 %.1699, i1 true)
  %24 = sub i64 %.1711, %lsr.iv.next138
  %.1719 = sub i64 0, %.1699
  %.1721 = and i64 %.1699, %.1719
  %.1730 = xor i64 %.1721, %.1699
  store i64 %.1730, ptr %scevgep141, align 8
  %scevgep148 = getelementptr i8, ptr %scevgep144, i64 %69
  %25 = shl i64 %.1664, 3
  %scevgep102 = getelementptr i8, ptr %scevgep148, i64 %25
  %26 = shl i64 %.1664, 3
  %scevgep101 = getelementptr i8, ptr %scevgep148, i64 %26
  %.1741 = load i64, ptr %scevgep102, align 8
  %.1742 = xor i64 %.1741, %.1721
  store i64 %.1742, ptr %scevgep101, align 8
  %.1797 = getelementptr i64, ptr %arg.stack.4, i64 %depth.7.1
  store i64 %24, ptr %.1797, align 8
  br i1 %22, label %B1670.lr.ph, label %B1738.endif

B1670:                                            ; preds = %B1670.preheader, %B1670
  %.188510241026 = phi i64 [ %.1892.3, %B1670 ], [ 0, %B1670.preheader ]
  %27 = shl i64 %.188510241026, 3
  %scevgep157 = getelementptr i8, ptr %scevgep151, i64 %27
  %scevgep158 = getelementptr i8, ptr %scevgep157, i64 -24
  %.1921 = load i64, ptr %scevgep158, align 8
  %scevgep114 = getelementptr i8, ptr %scevgep113, i64 %27
  %28 = shl i64 %.188510241026, 3
  %scevgep124 = getelementptr i8, ptr %scevgep113, i64 %28
  %scevgep125 = getelementptr i8, ptr %scevgep124, i64 -24
  %.1928 = load i64, ptr %scevgep125, align 8
  %.1929 = and i64 %.1928, %.1921
  %29 = shl i64 %.188510241026, 3
  %scevgep103 = getelementptr i8, ptr %scevgep171, i64 %29
  %scevgep108 = getelementptr i8, ptr %scevgep103, i64 -24
  store i64 %.1929, ptr %scevgep108, align 8
  %scevgep130 = getelementptr i8, ptr %scevgep151, i64 %29
  %scevgep131 = getelementptr i8, ptr %scevgep130, i64 -16
  %.1921.1 = load i64, ptr %scevgep131, align 8
  %30 = shl i64 %.188510241026, 3
  %scevgep118 = getelementptr i8, ptr %scevgep113, i64 %30
  %scevgep119 = getelementptr i8, ptr %scevgep118, i64 -16
  %.1928.1 = load i64, ptr %scevgep119, align 8
  %.1929.1 = and i64 %.1928.1, %.1921.1
  %31 = shl i64 %.188510241026, 3
  %scevgep106 = getelementptr i8, ptr %scevgep171, i64 %31
  %scevgep107 = getelementptr i8, ptr %scevgep106, i64 -16
  store i64 %.1929.1, ptr %scevgep107, align 8
  %scevgep126 = getelementptr i8, ptr %scevgep151, i64 %31
  %scevgep129 = getelementptr i8, ptr %scevgep126, i64 -8
  %.1921.2 = load i64, ptr %scevgep129, align 8
  %32 = shl i64 %.188510241026, 3
  %scevgep116 = getelementptr i8, ptr %scevgep113, i64 %32
  %scevgep117 = getelementptr i8, ptr %scevgep116, i64 -8
  %.1928.2 = load i64, ptr %scevgep117, align 8
  %.1929.2 = and i64 %.1928.2, %.1921.2
  %33 = shl i64 %.188510241026, 3
  %scevgep104 = getelementptr i8, ptr %scevgep171, i64 %33
  %scevgep105 = getelementptr i8, ptr %scevgep104, i64 -8
  store i64 %.1929.2, ptr %scevgep105, align 8
  %.1892.3 = add nuw nsw i64 %.188510241026, 4
  %.1921.3 = load i64, ptr %scevgep157, align 8
  %.1928.3 = load i64, ptr %scevgep114, align 8
  %.1929.3 = and i64 %.1928.3, %.1921.3
  store i64 %.1929.3, ptr %scevgep103, align 8
  %niter91.ncmp.3 = icmp eq i64 %unroll_iter90, %.1892.3
  br i1 %niter91.ncmp.3, label %B1738.endif.loopexit.unr-lcssa, label %B1670

B1770:                                            ; preds = %B1770.preheader74, %B1770
  %lsr.iv169 = phi i64 [ %unroll_iter54, %B1770.preheader74 ], [ %lsr.iv.next170, %B1770 ]
  %.202810311033 = phi i64 [ %.2035.1.1, %B1770 ], [ 0, %B1770.preheader74 ]
  %34 = shl i64 %.202810311033, 3
  %scevgep147 = getelementptr i8, ptr %scevgep139, i64 %34
  %scevgep149 = getelementptr i8, ptr %scevgep147, i64 -16
  %scevgep152 = getelementptr i8, ptr %scevgep147, i64 -24
  %.2064 = load i64, ptr %scevgep152, align 8
  %35 = shl i64 %.202810311033, 3
  %scevgep159 = getelementptr i8, ptr %scevgep154, i64 %35
  %scevgep160 = getelementptr i8, ptr %scevgep159, i64 -16
  %scevgep161 = getelementptr i8, ptr %scevgep159, i64 -24
  %.2071 = load i64, ptr %scevgep161, align 8
  %.2072 = xor i64 %.2071, -1
  %.2073 = and i64 %.2064, %.2072
  %36 = shl i64 %.202810311033, 3
  %scevgep166 = getelementptr i8, ptr %scevgep163, i64 %36
  %scevgep167 = getelementptr i8, ptr %scevgep166, i64 -16
  %scevgep168 = getelementptr i8, ptr %scevgep166, i64 -24
  store i64 %.2073, ptr %scevgep168, align 8
  %.2064.1 = load i64, ptr %scevgep149, align 8
  %.2071.1 = load i64, ptr %scevgep160, align 8
  %.2072.1 = xor i64 %.2071.1, -1
  %.2073.1 = and i64 %.2064.1, %.2072.1
  store i64 %.2073.1, ptr %scevgep167, align 8
  %.2035.1 = shl i64 %.202810311033, 3
  %scevgep145 = getelementptr i8, ptr %scevgep139, i64 %.2035.1
  %scevgep146 = getelementptr i8, ptr %scevgep145, i64 -8
  %.2064.156 = load i64, ptr %scevgep146, align 8
  %37 = shl i64 %.202810311033, 3
  %scevgep155 = getelementptr i8, ptr %scevgep154, i64 %37
  %scevgep156 = getelementptr i8, ptr %scevgep155, i64 -8
  %.2071.157 = load i64, ptr %scevgep156, align 8
  %.2072.158 = xor i64 %.2071.157, -1
  %.2073.159 = and i64 %.2064.156, %.2072.158
  %38 = shl i64 %.202810311033, 3
  %scevgep164 = getelementptr i8, ptr %scevgep163, i64 %38
  %scevgep165 = getelementptr i8, ptr %scevgep164, i64 -8
  store i64 %.2073.159, ptr %scevgep165, align 8
  %.2035.1.1 = add i64 %.202810311033, 4
  %.2064.1.1 = load i64, ptr %scevgep145, align 8
  %.2071.1.1 = load i64, ptr %scevgep155, align 8
  %.2072.1.1 = xor i64 %.2071.1.1, -1
  %.2073.1.1 = and i64 %.2064.1.1, %.2072.1.1
  store i64 %.2073.1.1, ptr %scevgep164, align 8
  %lsr.iv.next170 = add i64 %lsr.iv169, -2
  %niter55.ncmp.1 = icmp eq i64 %lsr.iv.next170, 0
  br i1 %niter55.ncmp.1, label %B1840.endif.loopexit.unr-lcssa.unr-lcssa, label %B1770

B1872:                                            ; preds = %B1872.preheader73, %B1872
  %lsr.iv226 = phi i64 [ %unroll_iter68, %B1872.preheader73 ], [ %lsr.iv.next227, %B1872 ]
  %.217410381040 = phi i64 [ %.2181.3.1, %B1872 ], [ 0, %B1872.preheader73 ]
  %39 = shl i64 %.217410381040, 3
  %scevgep182 = getelementptr i8, ptr %scevgep173, i64 %39
  %scevgep183 = getelementptr i8, ptr %scevgep182, i64 -32
  %scevgep193 = getelementptr i8, ptr %scevgep182, i64 -56
  %.2210 = load i64, ptr %scevgep193, align 8
  %40 = shl i64 %.217410381040, 3
  %scevgep206 = getelementptr i8, ptr %scevgep195, i64 %40
  %scevgep210 = getelementptr i8, ptr %scevgep206, i64 -32
  %scevgep224 = getelementptr i8, ptr %scevgep206, i64 -56
  store i64 %.2210, ptr %scevgep224, align 8
  %41 = shl i64 %.217410381040, 3
  %scevgep189 = getelementptr i8, ptr %scevgep173, i64 %41
  %scevgep190 = getelementptr i8, ptr %scevgep189, i64 -48
  %.2210.1 = load i64, ptr %scevgep190, align 8
  %scevgep215 = getelementptr i8, ptr %scevgep195, i64 %41
  %scevgep223 = getelementptr i8, ptr %scevgep215, i64 -48
  store i64 %.2210.1, ptr %scevgep223, align 8
  %42 = shl i64 %.217410381040, 3
  %scevgep185 = getelementptr i8, ptr %scevgep173, i64 %42
  %scevgep188 = getelementptr i8, ptr %scevgep185, i64 -40
  %.2210.2 = load i64, ptr %scevgep188, align 8
  %scevgep212 = getelementptr i8, ptr %scevgep195, i64 %42
  %scevgep213 = getelementptr i8, ptr %scevgep212, i64 -40
  store i64 %.2210.2, ptr %scevgep213, align 8
  %.2210.3 = load i64, ptr %scevgep183, align 8
  store i64 %.2210.3, ptr %scevgep210, align 8
  %.2181.3 = shl i64 %.217410381040, 3
  %scevgep174 = getelementptr i8, ptr %scevgep173, i64 %.2181.3
  %scevgep180 = getelementptr i8, ptr %scevgep174, i64 -24
  %.2210.170 = load i64, ptr %scevgep180, align 8
  %43 = shl i64 %.217410381040, 3
  %scevgep196 = getelementptr i8, ptr %scevgep195, i64 %43
  %scevgep204 = getelementptr i8, ptr %scevgep196, i64 -24
  store i64 %.2210.170, ptr %scevgep204, align 8
  %44 = shl i64 %.217410381040, 3
  %scevgep177 = getelementptr i8, ptr %scevgep173, i64 %44
  %scevgep178 = getelementptr i8, ptr %scevgep177, i64 -16
  %.2210.1.1 = load i64, ptr %scevgep178, align 8
  %scevgep200 = getelementptr i8, ptr %scevgep195, i64 %44
  %scevgep203 = getelementptr i8, ptr %scevgep200, i64 -16
  store i64 %.2210.1.1, ptr %scevgep203, align 8
  %45 = shl i64 %.217410381040, 3
  %scevgep175 = getelementptr i8, ptr %scevgep173, i64 %45
  %scevgep176 = getelementptr i8, ptr %scevgep175, i64 -8
  %.2210.2.1 = load i64, ptr %scevgep176, align 8
  %scevgep198 = getelementptr i8, ptr %scevgep195, i64 %45
  %scevgep199 = getelementptr i8, ptr %scevgep198, i64 -8
  store i64 %.2210.2.1, ptr %scevgep199, align 8
  %.2181.3.1 = add nuw i64 %.217410381040, 8
  %.2210.3.1 = load i64, ptr %scevgep174, align 8
  store i64 %.2210.3.1, ptr %scevgep196, align 8
  %lsr.iv.next227 = add i64 %lsr.iv226, -2
  %niter69.ncmp.1 = icmp eq i64 %lsr.iv.next227, 0
  br i1 %niter69.ncmp.1, label %B1910.endif.loopexit.unr-lcssa.unr-lcssa, label %B1872

B1942:                                            ; preds = %B1942.lr.ph, %B2194
  %.230910521062 = phi i64 [ 0, %B1942.lr.ph ], [ %.2316, %B2194 ]
  %.2316 = add nuw nsw i64 %.230910521062, 1
  %.2346 = getelementptr i64, ptr %112, i64 %.230910521062
  %.2347 = load i64, ptr %.2346, align 8
  %.2352 = icmp sgt i64 %.2347, -1
  br i1 %.2352, label %B1984, label %B2194

B1984:                                            ; preds = %B1942
  %.2358 = getelementptr i64, ptr %113, i64 %.2347
  %.2359 = load i64, ptr %.2358, align 8
  %.2360 = add nsw i64 %.2359, -1
  store i64 %.2360, ptr %.2358, align 8
  %.2370 = icmp eq i64 %.2360, 0
  br i1 %.2370, label %B2052.endif, label %B2194

B2126:                                            ; preds = %B2126.preheader, %B2126
  %lsr.iv225 = phi i64 [ %119, %B2126.preheader ], [ %lsr.iv.next226, %B2126 ]
  %lsr.iv223 = phi i64 [ %117, %B2126.preheader ], [ %lsr.iv.next224, %B2126 ]
  %scevgep230 = getelementptr i8, ptr %114, i64 %lsr.iv225
  %scevgep231 = getelementptr i8, ptr %scevgep230, i64 -8
  %.2510 = load i64, ptr %scevgep231, align 8
  %scevgep227 = getelementptr i8, ptr %115, i64 %lsr.iv225
  %scevgep228 = getelementptr i8, ptr %scevgep227, i64 -8
  %.2517 = load i64, ptr %scevgep228, align 8
  %.2518 = xor i64 %.2517, -1
  %.2519 = and i64 %.2510, %.2518
  store i64 %.2519, ptr %scevgep231, align 8
  %.2510.1 = load i64, ptr %scevgep230, align 8
  %.2517.1 = load i64, ptr %scevgep227, align 8
  %.2518.1 = xor i64 %.2517.1, -1
  %.2519.1 = and i64 %.2510.1, %.2518.1
  store i64 %.2519.1, ptr %scevgep230, align 8
  %lsr.iv.next224 = add i64 %lsr.iv223, -2
  %lsr.iv.next226 = add i64 %lsr.iv225, 16
  %.2468.1 = icmp ugt i64 %lsr.iv.next224, 2
  br i1 %.2468.1, label %B2126, label %B2194

B2194:                                            ; preds = %B2126.prol.loopexit, %B2052.endif, %B2126, %B1984, %B1942
  %exitcond1477.not = icmp eq i64 %.89, %.2316
  br i1 %exitcond1477.not, label %B236, label %B1942

B2224.thread:                                     ; preds = %B2317, %B320, %B0
  %entering.7.2.ph = phi i64 [ %.140, %B0 ], [ 0, %B2317 ], [ %entering.3.1, %B320 ]
  %depth.8.2.ph = phi i64 [ %.137, %B0 ], [ %depth.6.1, %B2317 ], [ %depth.7.1, %B320 ]
  %nodes.6.2.ph = phi i64 [ 0, %B0 ], [ %nodes.5.1, %B2317 ], [ %nodes.2.1, %B320 ]
  %outcome.3.2.ph = phi i64 [ 0, %B0 ], [ 0, %B2317 ], [ 2, %B320 ]
  store i64 %depth.8.2.ph, ptr %arg.stack.5, align 8
  %sunkaddr = getelementptr i8, ptr %arg.stack.5, i64 8
  store i64 %entering.7.2.ph, ptr %sunkaddr, align 8
  %.2626853 = getelementptr i8, ptr %arg.stack.5, i64 16
  %.2627854 = load i64, ptr %.2626853, align 8
  %.2629855 = add nsw i64 %.2627854, %nodes.6.2.ph
  store i64 %.2629855, ptr %.2626853, align 8
  br label %B2316

B2300:                                            ; preds = %B1166
  %.1356 = add nsw i64 %depth.7.1, -1
  store i64 %.1356, ptr %arg.stack.5, align 8
  %sunkaddr235 = getelementptr i8, ptr %arg.stack.5, i64 8
  store i64 0, ptr %sunkaddr235, align 8
  %.2626 = getelementptr i8, ptr %arg.stack.5, i64 16
  %.2627 = load i64, ptr %.2626, align 8
  %.2629 = add nsw i64 %.2627, %.331
  store i64 %.2629, ptr %.2626, align 8
  %.2643 = getelementptr i8, ptr %arg.stack.5, i64 24
  store i64 %depth.7.1, ptr %.2643, align 8
  br label %B2316

B2316:                                            ; preds = %B2300, %B2224.thread
  %outcome.3.2857 = phi i64 [ %outcome.3.2.ph, %B2224.thread ], [ 1, %B2300 ]
  store i64 %outcome.3.2857, ptr %retptr, align 8
  ret i32 0

B2317:                                            ; preds = %B1394, %B1198
  %nodes.5.1 = phi i64 [ %.331, %B1198 ], [ %nodes.3.2, %B1394 ]
  %depth.6.1 = add nsw i64 %depth.7.1, -1
  %.187 = icmp sgt i64 %depth.7.1, 0
  br i1 %.187, label %B236, label %B2224.thread

B350.endif:                                       ; preds = %B320
  %46 = icmp slt i64 %.83, 1
  %.331 = add nsw i64 %nodes.2.1, 1
  br i1 %46, label %B822.endif, label %B454.lr.ph

B454.lr.ph:                                       ; preds = %B350.endif
  %47 = getelementptr i64, ptr %arg.stack.2, i64 %.225
  %48 = getelementptr i64, ptr %arg.stack.0, i64 %.212
  br label %B454

B482.endif:                                       ; preds = %B800, %B482.endif.preheader
  %item.8.4 = phi i64 [ %item.7.6, %B800 ], [ %item.9.3965, %B482.endif.preheader ]
  %least.3.4 = phi i64 [ %least.4.6, %B800 ], [ %least.5.3966, %B482.endif.preheader ]
  %rest.2.4 = phi i64 [ %.550, %B800 ], [ %.521, %B482.endif.preheader ]
  %.540 = tail call i64 @llvm.cttz.i64(i64 %rest.2.4, i1 true)
  %.543 = or i64 %.540, %.542
  %.548 = add i64 %rest.2.4, -1
  %.550 = and i64 %.548, %rest.2.4
  %.561 = getelementptr i64, ptr %arg.tables.2, i64 %.543
  %.562 = load i64, ptr %.561, align 8
  %.565 = getelementptr i64, ptr %arg.tables.3, i64 %.543
  %.566 = load i64, ptr %.565, align 8
  %.603 = sub i64 %.566, %.562
  %.646939.not = icmp slt i64 %.603, 1
  br i1 %.646939.not, label %B766.thread, label %B678.lr.ph

B678.lr.ph:                                       ; preds = %B482.endif
  %49 = add nuw i64 %.603, 1
  %50 = shl i64 %.562, 3
  %51 = add i64 %lsr.iv110, %.540
  %52 = mul i64 %12, %51
  %scevgep77 = getelementptr i8, ptr %arg.tables.1, i64 %52
  br label %B678

B822.endif:                                       ; preds = %B350.endif, %B820, %B804, %B778, %B766.thread
  %open_items.5.4 = phi i1 [ true, %B778 ], [ false, %B350.endif ], [ true, %B766.thread ], [ %open_items.6.5819, %B820 ], [ true, %B804 ]
  %item.5.4 = phi i64 [ %.543, %B778 ], [ -1, %B350.endif ], [ %.543, %B766.thread ], [ %item.6.5820, %B820 ], [ %item.7.6, %B804 ]
  %least.9.4 = phi i64 [ 0, %B778 ], [ %const, %B350.endif ], [ 0, %B766.thread ], [ %least.6.5821, %B820 ], [ 0, %B804 ]
  %53 = icmp slt i64 %.87, 1
  br i1 %53, label %B1166, label %B854.lr.ph

B854.lr.ph:                                       ; preds = %B822.endif
  %54 = getelementptr i64, ptr %arg.stack.3, i64 %.238
  %55 = getelementptr i64, ptr %arg.stack.0, i64 %.212
  br label %B854

B898.endif:                                       ; preds = %B854
  %.1049 = getelementptr i64, ptr %arg.tables.7, i64 %.9699911001
  %.1050 = load i64, ptr %.1049, align 8
  %.1062 = sub nsw i64 1, %.1021
  %.1068 = getelementptr i64, ptr %arg.tables.2, i64 %.1050
  %.1069 = load i64, ptr %.1068, align 8
  %.1072 = getelementptr i64, ptr %arg.tables.3, i64 %.1050
  %.1073 = load i64, ptr %.1072, align 8
  %.1110 = sub i64 %.1073, %.1069
  %.1153983.not = icmp slt i64 %.1110, 1
  br i1 %.1153983.not, label %B1092, label %B1004.lr.ph

B1004.lr.ph:                                      ; preds = %B898.endif
  %.1198 = mul nsw i64 %.1050, %.81
  %56 = getelementptr i64, ptr %arg.tables.1, i64 %.1198
  %57 = add nuw i64 %.1110, 1
  %58 = shl i64 %.1069, 3
  br label %B1004

B1224.endif:                                      ; preds = %B1198
  %59 = icmp slt i64 %.81, 1
  br i1 %59, label %B1324.endif, label %B1256.lr.ph

B1256.lr.ph:                                      ; preds = %B1224.endif
  %60 = icmp eq i64 %.81, 1
  %.1538 = mul nsw i64 %item.3.3.lcssa, %.81
  br i1 %60, label %B1256.epil.preheader, label %B1256.preheader

B1256.preheader:                                  ; preds = %B1256.lr.ph
  %61 = icmp eq i64 %3, 0
  %62 = mul i64 %depth.7.1, %0
  %scevgep123 = getelementptr i8, ptr %scevgep122, i64 %62
  %scevgep128 = getelementptr i8, ptr %scevgep127, i64 %62
  %63 = mul i64 %item.3.3.lcssa, %0
  %scevgep133 = getelementptr i8, ptr %scevgep132, i64 %63
  br i1 %61, label %B1256.epil.preheader34, label %B1256.preheader75

B1256.preheader75:                                ; preds = %B1256.preheader
  %scevgep79 = getelementptr i8, ptr %scevgep, i64 %62
  %scevgep86 = getelementptr i8, ptr %scevgep85, i64 %63
  %scevgep93 = getelementptr i8, ptr %scevgep92, i64 %62
  br label %B1256

B1324.endif.loopexit.unr-lcssa.unr-lcssa:         ; preds = %B1256
  %64 = and i64 %5, 1
  %65 = icmp eq i64 %64, 0
  br i1 %65, label %B1324.endif.loopexit.unr-lcssa, label %B1256.epil.preheader34

B1256.epil.preheader34:                           ; preds = %B1324.endif.loopexit.unr-lcssa.unr-lcssa, %B1256.preheader
  %.149510141016.epil.init = phi i64 [ 0, %B1256.preheader ], [ %.1502.1.1, %B1324.endif.loopexit.unr-lcssa.unr-lcssa ]
  %66 = shl i64 %.149510141016.epil.init, 3
  %scevgep130.epil = getelementptr i8, ptr %scevgep128, i64 %66
  %scevgep131.epil = getelementptr i8, ptr %scevgep130.epil, i64 -8
  %.1535.epil35 = load i64, ptr %scevgep131.epil, align 8
  %scevgep135.epil = getelementptr i8, ptr %scevgep133, i64 %66
  %scevgep136.epil = getelementptr i8, ptr %scevgep135.epil, i64 -8
  %.1542.epil36 = load i64, ptr %scevgep136.epil, align 8
  %.1543.epil37 = and i64 %.1542.epil36, %.1535.epil35
  %scevgep125.epil = getelementptr i8, ptr %scevgep123, i64 %66
  %scevgep126.epil = getelementptr i8, ptr %scevgep125.epil, i64 -8
  store i64 %.1543.epil37, ptr %scevgep126.epil, align 8
  %.1535.1.epil = load i64, ptr %scevgep130.epil, align 8
  %.1542.1.epil = load i64, ptr %scevgep135.epil, align 8
  %.1543.1.epil = and i64 %.1542.1.epil, %.1535.1.epil
  store i64 %.1543.1.epil, ptr %scevgep125.epil, align 8
  br label %B1324.endif.loopexit.unr-lcssa

B1324.endif.loopexit.unr-lcssa:                   ; preds = %B1256.epil.preheader34, %B1324.endif.loopexit.unr-lcssa.unr-lcssa
  %67 = and i64 %.81, 1
  %68 = icmp eq i64 %67, 0
  br i1 %68, label %B1324.endif, label %B1256.epil.preheader

B1256.epil.preheader:                             ; preds = %B1324.endif.loopexit.unr-lcssa, %B1256.lr.ph
  %.1532.epil = add nsw i64 %unroll_iter, %.212
  %.1534.epil = getelementptr i64, ptr %arg.stack.0, i64 %.1532.epil
  %.1535.epil = load i64, ptr %.1534.epil, align 8
  %gep = getelementptr i64, ptr %invariant.gep, i64 %.1538
  %.1542.epil = load i64, ptr %gep, align 8
  %.1543.epil = and i64 %.1542.epil, %.1535.epil
  %.1547.epil = getelementptr i64, ptr %arg.stack.1, i64 %.1532.epil
  store i64 %.1543.epil, ptr %.1547.epil, align 8
  br label %B1324.endif

B1324.endif:                                      ; preds = %B1256.epil.preheader, %B1324.endif.loopexit.unr-lcssa, %B1224.endif, %B236
  %nodes.3.2 = phi i64 [ %nodes.2.1, %B236 ], [ %.331, %B1224.endif ], [ %.331, %B1324.endif.loopexit.unr-lcssa ], [ %.331, %B1256.epil.preheader ]
  %69 = mul i64 %depth.7.1, %0
  %scevgep142 = getelementptr i8, ptr %arg.stack.1, i64 %69
  br label %B1394

B1670.lr.ph:                                      ; preds = %B1602
  %70 = icmp ult i64 %.81, 4
  br i1 %70, label %B1670.lr.ph.B1670.epil.preheader_crit_edge, label %B1670.preheader

B1670.lr.ph.B1670.epil.preheader_crit_edge:       ; preds = %B1670.lr.ph
  %.pre = mul i64 %.214, %0
  br label %B1670.epil.preheader

B1670.preheader:                                  ; preds = %B1670.lr.ph
  %scevgep151 = getelementptr i8, ptr %scevgep150, i64 %69
  %71 = mul i64 %.214, %0
  %scevgep171 = getelementptr i8, ptr %scevgep150, i64 %71
  %72 = add i64 %.1711, %lsr.iv.next112
  %73 = mul i64 %13, %72
  %scevgep113 = getelementptr i8, ptr %scevgep109, i64 %73
  br label %B1670

B1738.endif.loopexit.unr-lcssa:                   ; preds = %B1670
  %74 = icmp eq i64 %xtraiter87, 0
  br i1 %74, label %B1738.endif, label %B1670.epil.preheader

B1670.epil.preheader:                             ; preds = %B1738.endif.loopexit.unr-lcssa, %B1670.lr.ph.B1670.epil.preheader_crit_edge
  %.pre-phi = phi i64 [ %.pre, %B1670.lr.ph.B1670.epil.preheader_crit_edge ], [ %71, %B1738.endif.loopexit.unr-lcssa ]
  %.188510241026.epil.init = phi i64 [ 0, %B1670.lr.ph.B1670.epil.preheader_crit_edge ], [ %unroll_iter90, %B1738.endif.loopexit.unr-lcssa ]
  %75 = shl i64 %.188510241026.epil.init, 3
  %76 = getelementptr i8, ptr %arg.stack.0, i64 %.pre-phi
  %scevgep179 = getelementptr i8, ptr %76, i64 %75
  %scevgep181 = getelementptr i8, ptr %arg.tables.4, i64 %75
  %77 = getelementptr i8, ptr %arg.stack.0, i64 %69
  %scevgep184 = getelementptr i8, ptr %77, i64 %75
  %78 = add i64 %.1711, %lsr.iv.next112
  %79 = mul i64 %14, %78
  %scevgep135 = getelementptr i8, ptr %scevgep181, i64 %79
  br label %B1670.epil

B1670.epil:                                       ; preds = %B1670.epil, %B1670.epil.preheader
  %epil.iter = phi i64 [ 0, %B1670.epil.preheader ], [ %epil.iter.next, %B1670.epil ]
  %80 = shl i64 %epil.iter, 3
  %scevgep137 = getelementptr i8, ptr %scevgep184, i64 %80
  %.1921.epil = load i64, ptr %scevgep137, align 8
  %81 = shl i64 %epil.iter, 3
  %scevgep136 = getelementptr i8, ptr %scevgep135, i64 %81
  %.1928.epil = load i64, ptr %scevgep136, align 8
  %.1929.epil = and i64 %.1928.epil, %.1921.epil
  %82 = shl i64 %epil.iter, 3
  %scevgep134 = getelementptr i8, ptr %scevgep179, i64 %82
  store i64 %.1929.epil, ptr %scevgep134, align 8
  %epil.iter.next = add i64 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i64 %xtraiter87, %epil.iter.next
  br i1 %epil.iter.cmp.not, label %B1738.endif, label %B1670.epil

B1738.endif:                                      ; preds = %B1670.epil, %B1738.endif.loopexit.unr-lcssa, %B1602
  %83 = icmp slt i64 %.83, 1
  br i1 %83, label %B1840.endif, label %B1770.lr.ph

B1770.lr.ph:                                      ; preds = %B1738.endif
  %84 = icmp eq i64 %.83, 1
  %.2067 = mul nuw nsw i64 %24, %.83
  br i1 %84, label %B1770.epil.preheader, label %B1770.preheader

B1770.preheader:                                  ; preds = %B1770.lr.ph
  %85 = icmp eq i64 %6, 0
  %86 = mul i64 %depth.7.1, %1
  %scevgep187 = getelementptr i8, ptr %scevgep186, i64 %86
  %87 = sub i64 %.1711, %lsr.iv.next138
  %88 = mul i64 %87, %1
  %scevgep192 = getelementptr i8, ptr %scevgep191, i64 %88
  %89 = mul i64 %.214, %1
  %scevgep197 = getelementptr i8, ptr %scevgep186, i64 %89
  br i1 %85, label %B1770.epil.preheader45, label %B1770.preheader74

B1770.preheader74:                                ; preds = %B1770.preheader
  %scevgep139 = getelementptr i8, ptr %scevgep138, i64 %86
  %90 = add i64 %.1711, %lsr.iv.next112
  %91 = mul i64 %15, %90
  %scevgep154 = getelementptr i8, ptr %scevgep153, i64 %91
  %scevgep163 = getelementptr i8, ptr %scevgep162, i64 %89
  br label %B1770

B1840.endif.loopexit.unr-lcssa.unr-lcssa:         ; preds = %B1770
  %92 = and i64 %8, 1
  %93 = icmp eq i64 %92, 0
  br i1 %93, label %B1840.endif.loopexit.unr-lcssa, label %B1770.epil.preheader45

B1770.epil.preheader45:                           ; preds = %B1840.endif.loopexit.unr-lcssa.unr-lcssa, %B1770.preheader
  %.202810311033.epil.init = phi i64 [ 0, %B1770.preheader ], [ %.2035.1.1, %B1840.endif.loopexit.unr-lcssa.unr-lcssa ]
  %94 = shl i64 %.202810311033.epil.init, 3
  %scevgep189.epil = getelementptr i8, ptr %scevgep187, i64 %94
  %scevgep190.epil = getelementptr i8, ptr %scevgep189.epil, i64 -8
  %.2064.epil47 = load i64, ptr %scevgep190.epil, align 8
  %scevgep194.epil = getelementptr i8, ptr %scevgep192, i64 %94
  %scevgep195.epil = getelementptr i8, ptr %scevgep194.epil, i64 -8
  %.2071.epil48 = load i64, ptr %scevgep195.epil, align 8
  %.2072.epil49 = xor i64 %.2071.epil48, -1
  %.2073.epil50 = and i64 %.2064.epil47, %.2072.epil49
  %scevgep199.epil = getelementptr i8, ptr %scevgep197, i64 %94
  %scevgep200.epil = getelementptr i8, ptr %scevgep199.epil, i64 -8
  store i64 %.2073.epil50, ptr %scevgep200.epil, align 8
  %.2064.1.epil = load i64, ptr %scevgep189.epil, align 8
  %.2071.1.epil = load i64, ptr %scevgep194.epil, align 8
  %.2072.1.epil = xor i64 %.2071.1.epil, -1
  %.2073.1.epil = and i64 %.2064.1.epil, %.2072.1.epil
  store i64 %.2073.1.epil, ptr %scevgep199.epil, align 8
  br label %B1840.endif.loopexit.unr-lcssa

B1840.endif.loopexit.unr-lcssa:                   ; preds = %B1770.epil.preheader45, %B1840.endif.loopexit.unr-lcssa.unr-lcssa
  %95 = and i64 %.83, 1
  %96 = icmp eq i64 %95, 0
  br i1 %96, label %B1840.endif, label %B1770.epil.preheader

B1770.epil.preheader:                             ; preds = %B1840.endif.loopexit.unr-lcssa, %B1770.lr.ph
  %gep23 = getelementptr i64, ptr %invariant.gep22, i64 %.225
  %.2064.epil = load i64, ptr %gep23, align 8
  %gep25 = getelementptr i64, ptr %invariant.gep24, i64 %.2067
  %.2071.epil = load i64, ptr %gep25, align 8
  %.2072.epil = xor i64 %.2071.epil, -1
  %.2073.epil = and i64 %.2064.epil, %.2072.epil
  %gep27 = getelementptr i64, ptr %invariant.gep26, i64 %.229
  store i64 %.2073.epil, ptr %gep27, align 8
  br label %B1840.endif

B1840.endif:                                      ; preds = %B1770.epil.preheader, %B1840.endif.loopexit.unr-lcssa, %B1738.endif
  %97 = icmp slt i64 %.85, 1
  br i1 %97, label %B1910.endif, label %B1872.lr.ph

B1872.lr.ph:                                      ; preds = %B1840.endif
  %98 = icmp ult i64 %.85, 4
  br i1 %98, label %B1872.lr.ph.B1872.epil.preheader_crit_edge, label %B1872.preheader

B1872.lr.ph.B1872.epil.preheader_crit_edge:       ; preds = %B1872.lr.ph
  %.pre15 = mul i64 %.214, %2
  %.pre17 = mul i64 %depth.7.1, %2
  br label %B1872.epil.preheader

B1872.preheader:                                  ; preds = %B1872.lr.ph
  %99 = icmp eq i64 %9, 0
  %100 = mul i64 %depth.7.1, %2
  %scevgep202 = getelementptr i8, ptr %scevgep201, i64 %100
  %101 = mul i64 %.214, %2
  %scevgep211 = getelementptr i8, ptr %scevgep201, i64 %101
  br i1 %99, label %B1872.epil.preheader60, label %B1872.preheader73

B1872.preheader73:                                ; preds = %B1872.preheader
  %scevgep173 = getelementptr i8, ptr %scevgep172, i64 %100
  %scevgep195 = getelementptr i8, ptr %scevgep194, i64 %101
  br label %B1872

B1910.endif.loopexit.unr-lcssa.unr-lcssa:         ; preds = %B1872
  %102 = and i64 %11, 1
  %103 = icmp eq i64 %102, 0
  br i1 %103, label %B1910.endif.loopexit.unr-lcssa, label %B1872.epil.preheader60

B1872.epil.preheader60:                           ; preds = %B1910.endif.loopexit.unr-lcssa.unr-lcssa, %B1872.preheader
  %.217410381040.epil.init65 = phi i64 [ 0, %B1872.preheader ], [ %.2181.3.1, %B1910.endif.loopexit.unr-lcssa.unr-lcssa ]
  %104 = shl i64 %.217410381040.epil.init65, 3
  %scevgep208.epil = getelementptr i8, ptr %scevgep202, i64 %104
  %scevgep209.epil = getelementptr i8, ptr %scevgep208.epil, i64 -24
  %.2210.epil63 = load i64, ptr %scevgep209.epil, align 8
  %scevgep217.epil = getelementptr i8, ptr %scevgep211, i64 %104
  %scevgep218.epil = getelementptr i8, ptr %scevgep217.epil, i64 -24
  store i64 %.2210.epil63, ptr %scevgep218.epil, align 8
  %scevgep207.epil = getelementptr i8, ptr %scevgep208.epil, i64 -16
  %.2210.1.epil = load i64, ptr %scevgep207.epil, align 8
  %scevgep216.epil = getelementptr i8, ptr %scevgep217.epil, i64 -16
  store i64 %.2210.1.epil, ptr %scevgep216.epil, align 8
  %scevgep205.epil = getelementptr i8, ptr %scevgep208.epil, i64 -8
  %.2210.2.epil = load i64, ptr %scevgep205.epil, align 8
  %scevgep214.epil = getelementptr i8, ptr %scevgep217.epil, i64 -8
  store i64 %.2210.2.epil, ptr %scevgep214.epil, align 8
  %.2210.3.epil = load i64, ptr %scevgep208.epil, align 8
  store i64 %.2210.3.epil, ptr %scevgep217.epil, align 8
  br label %B1910.endif.loopexit.unr-lcssa

B1910.endif.loopexit.unr-lcssa:                   ; preds = %B1872.epil.preheader60, %B1910.endif.loopexit.unr-lcssa.unr-lcssa
  %105 = icmp eq i64 %xtraiter98, 0
  br i1 %105, label %B1910.endif, label %B1872.epil.preheader

B1872.epil.preheader:                             ; preds = %B1910.endif.loopexit.unr-lcssa, %B1872.lr.ph.B1872.epil.preheader_crit_edge
  %.pre-phi18 = phi i64 [ %.pre17, %B1872.lr.ph.B1872.epil.preheader_crit_edge ], [ %100, %B1910.endif.loopexit.unr-lcssa ]
  %.pre-phi16 = phi i64 [ %.pre15, %B1872.lr.ph.B1872.epil.preheader_crit_edge ], [ %101, %B1910.endif.loopexit.unr-lcssa ]
  %.217410381040.epil.init = phi i64 [ 0, %B1872.lr.ph.B1872.epil.preheader_crit_edge ], [ %unroll_iter102, %B1910.endif.loopexit.unr-lcssa ]
  %106 = shl i64 %.217410381040.epil.init, 3
  %107 = getelementptr i8, ptr %arg.stack.3, i64 %.pre-phi16
  %scevgep219 = getelementptr i8, ptr %107, i64 %106
  %108 = getelementptr i8, ptr %arg.stack.3, i64 %.pre-phi18
  %scevgep221 = getelementptr i8, ptr %108, i64 %106
  br label %B1872.epil

B1872.epil:                                       ; preds = %B1872.epil, %B1872.epil.preheader
  %epil.iter99 = phi i64 [ 0, %B1872.epil.preheader ], [ %epil.iter99.next, %B1872.epil ]
  %109 = shl i64 %epil.iter99, 3
  %scevgep232 = getelementptr i8, ptr %scevgep221, i64 %109
  %.2210.epil = load i64, ptr %scevgep232, align 8
  %110 = shl i64 %epil.iter99, 3
  %scevgep229 = getelementptr i8, ptr %scevgep219, i64 %110
  store i64 %.2210.epil, ptr %scevgep229, align 8
  %epil.iter99.next = add i64 %epil.iter99, 1
  %epil.iter99.cmp.not = icmp eq i64 %xtraiter98, %epil.iter99.next
  br i1 %epil.iter99.cmp.not, label %B1910.endif, label %B1872.epil

B1910.endif:                                      ; preds = %B1872.epil, %B1910.endif.loopexit.unr-lcssa, %B1840.endif
  %111 = icmp slt i64 %.89, 1
  br i1 %111, label %B236, label %B1942.lr.ph

B1942.lr.ph:                                      ; preds = %B1910.endif
  %.2343 = mul nuw nsw i64 %24, %.89
  %112 = getelementptr i64, ptr %arg.tables.9, i64 %.2343
  %113 = getelementptr i64, ptr %arg.stack.3, i64 %.242
  %114 = getelementptr i64, ptr %arg.stack.0, i64 %.216
  br label %B1942

B2052.endif:                                      ; preds = %B1984
  %.2374 = getelementptr i64, ptr %arg.tables.7, i64 %.2347
  %.2375 = load i64, ptr %.2374, align 8
  %.2383 = getelementptr i64, ptr %arg.tables.2, i64 %.2375
  %.2384 = load i64, ptr %.2383, align 8
  %.2387 = getelementptr i64, ptr %arg.tables.3, i64 %.2375
  %.2388 = load i64, ptr %.2387, align 8
  %.2425 = sub i64 %.2388, %.2384
  %.24681046.not = icmp slt i64 %.2425, 1
  br i1 %.24681046.not, label %B2194, label %B2126.lr.ph

B2126.lr.ph:                                      ; preds = %B2052.endif
  %.2513 = mul i64 %.2375, %.81
  %115 = getelementptr i64, ptr %arg.tables.1, i64 %.2513
  %.neg = add i64 %.2384, 1
  %xtraiter104 = and i64 %.2425, 1
  %lcmp.mod105.not = icmp eq i64 %xtraiter104, 0
  br i1 %lcmp.mod105.not, label %B2126.prol.loopexit, label %B2126.prol

B2126.prol:                                       ; preds = %B2126.lr.ph
  %.2477.prol = add nsw i64 %.2425, -1
  %.2509.prol = getelementptr i64, ptr %114, i64 %.2384
  %.2510.prol = load i64, ptr %.2509.prol, align 8
  %.2516.prol = getelementptr i64, ptr %115, i64 %.2384
  %.2517.prol = load i64, ptr %.2516.prol, align 8
  %.2518.prol = xor i64 %.2517.prol, -1
  %.2519.prol = and i64 %.2510.prol, %.2518.prol
  store i64 %.2519.prol, ptr %.2509.prol, align 8
  br label %B2126.prol.loopexit

B2126.prol.loopexit:                              ; preds = %B2126.prol, %B2126.lr.ph
  %.246710441048.unr = phi i64 [ %.2425, %B2126.lr.ph ], [ %.2477.prol, %B2126.prol ]
  %.247410451047.unr = phi i64 [ %.2384, %B2126.lr.ph ], [ %.neg, %B2126.prol ]
  %116 = icmp eq i64 %.2388, %.neg
  br i1 %116, label %B2194, label %B2126.preheader

B2126.preheader:                                  ; preds = %B2126.prol.loopexit
  %117 = add nuw i64 %.246710441048.unr, 2
  %118 = shl i64 %.247410451047.unr, 3
  %119 = add i64 %118, 8
  br label %B2126
}

declare i64 @llvm.smax.i64(i64, i64)

declare i64 @llvm.ctpop.i64(i64)
